import { accountOf, type AccountTools } from '../account';
import { canonicalJson } from '../canonical';
import type { Outcome } from '../batch/record';
import { predictionLines, type ComplementRow } from '../prediction-row';
import { doneFromCalls } from '../replay/replay-calls';
import type { RunSetting } from '../run/types';
import type { Call } from '../trace';
import { auditOf } from './audit';
import { summarise, type RunOrigin, type RunSummary } from './summary';

/** The files of an exported run, in the order in which they are written. */
export const BUNDLE_FILES = [
  'configuration.json',
  'run.json',
  'predictions.jsonl',
  'contexts.jsonl',
  'traces.jsonl',
] as const;
export type BundleFile = (typeof BUNDLE_FILES)[number];

/** The prediction rows: the method's own for every state in the split's order, then each derived method's. */
export function rowsOf(outcomes: readonly Outcome[]): ComplementRow[] {
  const sorted = inOrder(outcomes);
  const width = Math.max(0, ...sorted.map((outcome) => outcome.rows.length));
  return Array.from({ length: width }, (_, place) =>
    sorted.flatMap((outcome) => {
      const row = outcome.rows[place];
      return row ? [row] : [];
    }),
  ).flat();
}

/** What `run.json` says of a run beside its states: where it comes from, and what its calls cost. */
export interface RunAbout {
  origin: RunOrigin;
  tools: AccountTools;
}

const inOrder = (outcomes: readonly Outcome[]) => [...outcomes].sort((a, b) => a.index - b.index);

/**
 * The bundle's texts, piece by piece: the outcomes fit in memory, the calls are fetched one state at a time.
 * The same run at the same prices gives the same pieces. Rejects when a scored state's call is gone from the store.
 */
export async function* bundlePieces(
  outcomes: readonly Outcome[],
  states: number,
  setting: RunSetting,
  findCall: (key: string) => Promise<Call | null>,
  about: RunAbout,
): AsyncGenerator<{ file: BundleFile; text: string }> {
  const sorted = inOrder(outcomes);
  const scored = sorted.filter((outcome) => outcome.status === 'scored');
  yield { file: 'configuration.json', text: `${canonicalJson(setting.configuration)}\n` };
  const { origin, tools } = about;
  const run: RunSummary = {
    ...summarise(sorted, states, setting),
    ...origin,
    accounting: await accountOf(scored, findCall, setting, tools),
    audit: auditOf(sorted, setting),
  };
  yield { file: 'run.json', text: `${JSON.stringify(run, null, 2)}\n` };
  yield { file: 'predictions.jsonl', text: predictionLines(rowsOf(sorted)) };
  for (const { context } of scored) yield { file: 'contexts.jsonl', text: `${JSON.stringify(context)}\n` };
  for (const { context, calls } of scored) {
    const found = (await Promise.all(calls.map(({ key }) => findCall(key)))).filter((call) => call !== null);
    for (const trace of (await doneFromCalls(context, found, setting)).traces)
      yield { file: 'traces.jsonl', text: `${JSON.stringify(trace)}\n` };
  }
}
