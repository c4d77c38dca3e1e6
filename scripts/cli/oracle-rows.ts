import { defaultConfiguration } from '$lib/complement/config/defaults';
import { ORACLE_METHODS, type OracleMethod } from '$lib/complement/methods';
import { answersOf, oracleRowsOf, type Answers } from '$lib/complement/oracle/rows';
import { loadO200k } from '$lib/data/o200k';
import { rankStarter } from '$lib/retrieval/starter';
import { FaultList } from '$lib/serbench/fault';
import type { Prediction } from '$lib/serbench/prediction';
import { readItems } from '$lib/serbench/reading/items';
import { quietTask } from '$lib/serbench/task';
import { openFile, readInputs, reportFaults } from './files';
import { CliError } from './options';

export const isOracleMethod = (method: string): method is OracleMethod =>
  ORACLE_METHODS.some((name) => name === method);

interface Paths {
  items: string;
  labels: string;
  /** The compared method's predictions: they set the slots of each state. */
  like: string;
  /** Predictions whose order fills the slots; absent = the starter's order. */
  fill: string | undefined;
}

/** The rows of one oracle for the states that `like` answers; null when a file has faults, which are then printed. */
export async function oraclePredictions(method: OracleMethod, paths: Paths): Promise<Prediction[] | null> {
  const { items, labels } = paths;
  const inputs = await readInputs({ items, labels, predictions: paths.like, allowSubset: true });
  if (reportFaults(inputs.faults)) return null;
  const like = answersAt(inputs.predictions, paths.like);
  let fill: Answers | null = null;
  if (paths.fill !== undefined) {
    const filling = await readInputs({ items, predictions: paths.fill, allowSubset: true });
    if (reportFaults(filling.faults)) return null;
    fill = answersAt(filling.predictions, paths.fill);
  }
  const { count } = await loadO200k();
  const { tokenCeiling } = defaultConfiguration().render;
  const rows: Prediction[] = [];
  for await (const state of readItems(await openFile(items), items, new FaultList(), quietTask())) {
    const certificate = inputs.certificates.get(state.state_id);
    if (!certificate || !like.has(state.state_id)) continue;
    const tokens = new Map<string, number>();
    const texts = new Map(state.candidate_evidence.map((unit) => [unit.evidence_id, unit.content_excerpt]));
    const tokensOf = (id: string) => {
      const known = tokens.get(id) ?? count(texts.get(id) ?? '');
      tokens.set(id, known);
      return known;
    };
    const both = oracleRowsOf(
      { certificate, pool: rankStarter(state), tokensOf, ceiling: tokenCeiling },
      { like, fill, slots: 0 },
    );
    rows.push(...both.filter((row) => row.method === method));
  }
  return rows;
}

function answersAt(rows: readonly Prediction[], path: string): Answers {
  try {
    return answersOf(rows);
  } catch (error) {
    throw new CliError('predictions', error instanceof Error ? error.message : String(error), path);
  }
}
