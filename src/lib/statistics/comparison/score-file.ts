import type { FaultList } from '$lib/serbench/fault';
import { readName, type JsonObject } from '$lib/serbench/reading/fields';
import type { RowFaults } from '$lib/serbench/reading/row-faults';
import { readRows } from '$lib/serbench/reading/rows';
import type { ByteSource } from '$lib/serbench/reading/source';
import type { Task } from '$lib/serbench/task';

/** Values by state. */
export type ByState<T> = Map<string, T>;

/**
 * One metric of two methods out of a file of per-state scores. A state of `states` without a score, one that is
 * unknown or twice there, and a score that is no number are faults.
 */
export async function readScores(
  source: ByteSource,
  file: string,
  wanted: { methods: readonly string[]; metric: string; states: ReadonlySet<string> },
  faults: FaultList,
  task: Task,
): Promise<Map<string, ByState<number>>> {
  const rows = readRows(source, file, faults, task);
  const scores = new Map(wanted.methods.map((method) => [method, new Map<string, number>()]));
  const others = new Set<string>();
  for await (const row of rows.objects) {
    const state = readName(row, 'state_id', rows.faults);
    const method = readName(row, 'method', rows.faults);
    if (state === undefined || method === undefined) continue;
    const own = scores.get(method);
    if (!own) others.add(method);
    else if (!wanted.states.has(state))
      rows.faults.at(['state_id'], 'unknown-state', `State ${JSON.stringify(state)} is not in the items.`);
    else if (own.has(state))
      rows.faults.at(
        ['state_id'],
        'duplicate-row',
        `Method ${JSON.stringify(method)} has scores for this state already.`,
      );
    else {
      const value = readScore(row, wanted.metric, rows.faults);
      if (value !== null) own.set(state, value);
    }
  }
  if (faults.errors === 0) demand(scores, wanted.states, others, rows.faults);
  return scores;
}

function readScore(row: JsonObject, metric: string, faults: RowFaults): number | null {
  const value = row[metric];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value === undefined) {
    const near = Object.keys(row).filter((key) => key.includes('@'));
    faults.add('metric-missing', `The row has no ${JSON.stringify(metric)}.`, {
      path: [metric],
      hint: near.length > 0 ? `it has ${near.slice(0, 8).join(', ')}` : undefined,
    });
  } else faults.at([metric], 'not-a-number', 'A score must be a finite number.');
  return null;
}

function demand(
  scores: Map<string, ByState<number>>,
  states: ReadonlySet<string>,
  others: ReadonlySet<string>,
  faults: RowFaults,
): void {
  for (const [method, own] of scores) {
    const missing = [...states].filter((state) => !own.has(state));
    if (own.size === 0)
      faults.add('method-missing', `Method ${JSON.stringify(method)} has no rows: it was not run here.`, {
        value: JSON.stringify(method),
        hint: others.size > 0 ? `the file holds ${[...others].join(', ')}` : undefined,
      });
    else
      for (const state of missing)
        faults.add(
          'missing-state',
          `Method ${JSON.stringify(method)} has no scores for state ${JSON.stringify(state)}.`,
          {
            path: ['state_id'],
            value: JSON.stringify(state),
          },
        );
  }
}

/** One text field of every item, by state: what to cluster by. Absent or blank values are faults. */
export async function readClusterField(
  source: ByteSource,
  file: string,
  field: string,
  faults: FaultList,
  task: Task,
): Promise<ByState<string>> {
  const rows = readRows(source, file, faults, task);
  const values = new Map<string, string>();
  for await (const row of rows.objects) {
    const state = readName(row, 'state_id', rows.faults);
    const value = readName(row, field, rows.faults);
    if (state === undefined || value === undefined) continue;
    if (values.has(state))
      rows.faults.at(
        ['state_id'],
        'duplicate-state',
        `State ${JSON.stringify(state)} stands in the items already.`,
      );
    else values.set(state, value);
  }
  return values;
}
