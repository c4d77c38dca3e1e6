import type { Certificate } from '../certificate';
import { compareCodePoints } from '../code-point';
import { compileCertificate, type CompiledCertificate } from '../metrics/compile';
import { readRanking } from '../metrics/outcome';
import { MEASURES, printMeasure } from '../metrics/registry';
import type { Prediction } from '../prediction';
import { quietTask, type Task } from '../task';
import type { ScoreSheet } from './sheet';

const ROWS_PER_CHUNK = 200;

/** Sorted, each once; throws a RangeError unless there is one and all are integers from 1 to 100,000. */
export function checkCutoffs(cutoffs: readonly number[]): number[] {
  const sorted = [...new Set(cutoffs)].sort((a, b) => a - b);
  if (sorted.length === 0) throw new RangeError('At least one cutoff is needed, e.g. 5.');
  const bad = sorted.find((k) => !Number.isInteger(k) || k < 1 || k > 100_000);
  if (bad !== undefined) throw new RangeError(`A cutoff is an integer from 1 to 100,000, not ${bad}.`);
  return sorted;
}

/**
 * Scores validated predictions (any number of methods) against their certificates at every cutoff. Rows keep the
 * predictions' order. Throws an Error for a prediction whose state has no certificate.
 */
export async function scoreRun(
  certificates: ReadonlyMap<string, Certificate>,
  predictions: readonly Prediction[],
  cutoffs: readonly number[],
  task: Task = quietTask(),
): Promise<ScoreSheet> {
  const sorted = checkCutoffs(cutoffs);
  const compiled = new Map<string, CompiledCertificate>();
  const compile = (id: string): CompiledCertificate => {
    const known = compiled.get(id);
    if (known) return known;
    const certificate = certificates.get(id);
    if (!certificate) throw new Error(`No certificate for state ${JSON.stringify(id)}.`);
    const fresh = compileCertificate(certificate);
    compiled.set(id, fresh);
    return fresh;
  };
  const methods = [...new Set(predictions.map((row) => row.method))].sort(compareCodePoints);
  const methodIndex = new Map(methods.map((method, i) => [method, i]));
  const stateIndex = new Map<string, number>();
  for (const row of predictions)
    if (!stateIndex.has(row.state_id)) stateIndex.set(row.state_id, stateIndex.size);
  const columns = MEASURES.flatMap((measure) => sorted.map((k) => printMeasure(measure.name, k)));
  const sheet: ScoreSheet = {
    cutoffs: sorted,
    columns,
    methods,
    states: [...stateIndex.keys()],
    rowMethod: Uint32Array.from(predictions, (row) => methodIndex.get(row.method) ?? 0),
    rowState: Uint32Array.from(predictions, (row) => stateIndex.get(row.state_id) ?? 0),
    rowEmpty: Uint8Array.from(predictions, (row) => (row.ranked_evidence_ids.length === 0 ? 1 : 0)),
    completeRank: new Float64Array(predictions.length),
    values: new Float64Array(predictions.length * columns.length),
  };
  let cell = 0;
  for (const [i, row] of predictions.entries()) {
    if (i % ROWS_PER_CHUNK === 0) {
      task.progress({ done: i, total: predictions.length, unit: 'rows', note: 'Scoring' });
      await task.checkpoint();
    }
    const outcome = readRanking(compile(row.state_id), row.ranked_evidence_ids);
    sheet.completeRank[i] = outcome.completeRank;
    for (const measure of MEASURES) for (const k of sorted) sheet.values[cell++] = measure.value(outcome, k);
  }
  task.progress({ done: predictions.length, total: predictions.length, unit: 'rows', note: 'Scoring' });
  return sheet;
}
