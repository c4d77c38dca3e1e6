import type { Report } from './schema';

/** What is open on this machine that a report can be held against: SHA-256 sums, hex. */
export interface Loaded {
  items: string | null;
  labels: string | null;
  /** The sums of the rows of the runs at hand, with their labels. */
  runs: ReadonlyMap<string, string>;
}

/** One thing that a report names by its sum. */
export interface SumCheck {
  what: string;
  state: 'same' | 'differs' | 'not loaded';
}

/** Whether a report's files and runs are the ones that are loaded, by their sums. */
export function checkSums({ provenance }: Report, loaded: Loaded): SumCheck[] {
  const file = (what: string, named: { name: string; sha256: string }, own: string | null): SumCheck => ({
    what: `${what} ${named.name}`,
    state: own === null ? 'not loaded' : own === named.sha256 ? 'same' : 'differs',
  });
  return [
    file('items', provenance.items, loaded.items),
    file('labels', provenance.labels, loaded.labels),
    ...provenance.runs.map(({ label, method, rowsSha256 }): SumCheck => {
      const name = label ?? method;
      const alike = [...loaded.runs.values()].includes(rowsSha256);
      return {
        what: `rows of ${name}`,
        state: alike ? 'same' : loaded.runs.has(name) ? 'differs' : 'not loaded',
      };
    }),
  ];
}
