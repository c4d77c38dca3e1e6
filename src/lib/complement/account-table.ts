import type { Column, Table } from '$lib/table/table';
import type { StateAccount } from './account';
import type { RunAccounting } from './accounting';

const count = (key: string, label: string): Column => ({ key, label, kind: 'count' });

const COLUMNS: Column[] = [
  { key: 'state_id', label: 'State', kind: 'text' },
  count('calls', 'Calls'),
  count('attempts', 'Attempts'),
  count('fallbackCalls', 'Calls that fell back'),
  count('normalisedCalls', 'Calls normalised'),
  count('shortCalls', 'Short answers'),
  count('filledCalls', 'Answers completed'),
  count('inputTokens', 'Input tokens'),
  count('outputTokens', 'Output tokens'),
  count('contextTokens', 'Context tokens'),
  count('units', 'Units returned'),
  { key: 'latencyMs', label: 'Latency (ms)', kind: 'number', digits: 0 },
  { key: 'cost', label: 'Cost', kind: 'number', digits: 5 },
];

/** One row a scored state; the cost is missing where a price is unknown. `note` says which run. */
export function accountTable(states: readonly StateAccount[], note: string): Table {
  return {
    title: 'Accounting per state',
    columns: COLUMNS,
    rows: states.map(({ state_id, account }) => [
      state_id,
      account.calls,
      account.attempts,
      account.fallbackCalls,
      account.normalisedCalls,
      account.shortCalls,
      account.filledCalls,
      account.inputTokens,
      account.outputTokens,
      account.contextTokens,
      Number(Object.keys(account.returnedSizes)[0] ?? 0),
      account.latencyMs,
      account.cost,
    ]),
    notes: [note],
  };
}

/** A sum of a run's accounting over its states, or null when there is none, or the sum is unknown. */
export const meanPerState = (
  { states, ...sums }: RunAccounting,
  of: Exclude<keyof RunAccounting, 'states' | 'returnedSizes'>,
): number | null => {
  const value = sums[of];
  return value === null || states === 0 ? null : value / states;
};
