import type { Configuration } from '$lib/complement/config/schema';
import { answersOf, oracleRowsOf } from '$lib/complement/oracle/rows';
import { candidatesOf } from '$lib/complement/candidates';
import { tokensBy } from '$lib/complement/source-tokens';
import { loadO200k } from '$lib/data/o200k';
import { FaultList } from '$lib/serbench/fault';
import { readCertificates } from '$lib/serbench/reading/labels';
import type { Prediction } from '$lib/serbench/prediction';
import type { Task } from '$lib/serbench/task';
import { preparer } from './prepare';
import type { ItemsFile } from './requests';
import { statesOf } from './service';
import { siteEncoder } from './site-encoders';

export interface OracleRequest extends ItemsFile {
  labels: Blob;
  labelsName: string;
  configuration: Configuration;
  base: string;
  /** The compared method's rows: as many slots a state as it returned. Null: the configuration's most for every one. */
  like: Prediction[] | null;
  /** The rows whose order fills the slots; null = the configuration's fused ranking. */
  fill: Prediction[] | null;
}

/**
 * Diagnostics that read the certificates: the rows of both oracles over a split, under the configuration's token
 * ceiling. States without a certificate are left out, and those without a row of the compared method: nothing is
 * compared there. Rejects when `like` or `fill` has two rows of a state.
 */
export async function oracleRows(task: Task, request: OracleRequest): Promise<Prediction[]> {
  const { configuration } = request;
  const certificates = await readCertificates(
    request.labels,
    request.labelsName,
    new FaultList(),
    task,
    null,
  );
  const { count } = await loadO200k();
  const tools = { countTokens: count, encoder: siteEncoder(request.base, task), task };
  const prepare = preparer(configuration, tools);
  const like = request.like && answersOf(request.like);
  const setting = {
    like,
    fill: request.fill && answersOf(request.fill),
    slots: configuration.limits.finalMaximum,
  };
  const rows: Prediction[] = [];
  for await (const state of statesOf(request, task)) {
    const certificate = certificates.get(state.state_id);
    if (!certificate || (like && !like.has(state.state_id))) continue;
    const job = await prepare(state);
    rows.push(
      ...oracleRowsOf(
        {
          certificate,
          pool: candidatesOf(job, configuration).ranking,
          tokensOf: tokensBy(job.tokens, state.state_id),
          ceiling: configuration.render.tokenCeiling,
        },
        setting,
      ),
    );
    task.progress({ done: rows.length / 2, total: null, unit: 'states' });
    await task.checkpoint();
  }
  return rows;
}
