import { readFileSync } from 'node:fs';
import type { Certificate } from '../../src/lib/serbench/certificate';
import type { Prediction } from '../../src/lib/serbench/prediction';
import { FaultList } from '../../src/lib/serbench/fault';
import { readPredictions } from '../../src/lib/serbench/reading/predictions';
import { columnValues, rowsOf } from '../../src/lib/serbench/score/sheet';
import { scoreRun } from '../../src/lib/serbench/score/score-run';
import type { State } from '../../src/lib/serbench/state';
import { quietTask } from '../../src/lib/serbench/task';
import { clusterStates, clusterSums } from '../../src/lib/statistics/clusters';

const LEFT = 'coverage_greedy';
const RIGHT = 'bm25_starter';
const METRIC = 'mss_complete@5';

async function differences(certificates: ReadonlyMap<string, Certificate>): Promise<Map<string, number>> {
  const faults = new FaultList();
  const rows: Prediction[] = [];
  const stream = new Blob([readFileSync('static/demo/predictions.jsonl')]).stream();
  for await (const row of readPredictions(stream, 'predictions.jsonl', faults, quietTask(), null))
    rows.push(row);
  const sheet = await scoreRun(certificates, rows, [5]);
  const column = sheet.columns.indexOf(METRIC);
  const scores = (method: string) => {
    const own = rowsOf(sheet, sheet.methods.indexOf(method));
    const values = columnValues(sheet, own, column);
    return new Map(own.map((row, at) => [sheet.states[sheet.rowState[row] ?? 0] ?? '', values[at] ?? NaN]));
  };
  const [left, right] = [scores(LEFT), scores(RIGHT)];
  return new Map([...left].map(([id, value]) => [id, value - (right.get(id) ?? NaN)]));
}

/** Sums of the demo's differences by issue and by repository, in code-point order. */
export async function demoClusters(states: readonly State[], certificates: ReadonlyMap<string, Certificate>) {
  const difference = await differences(certificates);
  const by = (name: (state: State) => string) => {
    const clustering = clusterStates(states.map(name));
    const sums = clusterSums(
      states.map(({ state_id }) => difference.get(state_id) ?? NaN),
      clustering,
    );
    return clustering.names.map((cluster, at) => ({
      name: cluster,
      states: clustering.counts[at] ?? 0,
      difference: sums[at] ?? NaN,
    }));
  };
  return {
    left: LEFT,
    right: RIGHT,
    metric: METRIC,
    issue: by((state) => state.instance_id),
    repository: by((state) => state.repo),
  };
}
