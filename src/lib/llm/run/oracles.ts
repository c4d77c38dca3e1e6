import type { Configuration } from '$lib/complement/config/schema';
import { ORACLE_METHODS } from '$lib/complement/methods';
import { oracle, oracleMinusOneGroup } from '$lib/complement/oracle/oracle';
import { makeCandidates } from '$lib/complement/candidates';
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
}

/**
 * Diagnostics that read the certificates: the rows of both oracles over a split, each slot count and token
 * ceiling as the configuration has it. States without a certificate are left out.
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
  const rows: Prediction[][] = ORACLE_METHODS.map(() => []);
  for await (const state of statesOf(request, task)) {
    const certificate = certificates.get(state.state_id);
    if (!certificate) continue;
    const job = await prepare(state);
    const pool = state.candidate_evidence.map((unit) => unit.evidence_id);
    const input = {
      certificate,
      ranking: makeCandidates(pool, job.ranking, [], state.state_id).ranking,
      size: configuration.limits.finalMaximum,
      tokensOf: (id: string) => job.tokens[id] ?? 0,
      ceiling: configuration.render.tokenCeiling,
    };
    [oracle(input), oracleMinusOneGroup(input)].forEach(({ ids }, place) =>
      rows[place]?.push({
        state_id: state.state_id,
        method: ORACLE_METHODS[place] ?? 'oracle',
        ranked_evidence_ids: ids,
      }),
    );
    task.progress({ done: rows[0]?.length ?? 0, total: null, unit: 'states' });
  }
  return rows.flat();
}
