import { compareCodePoints } from '$lib/serbench/code-point';
import { sha256 } from './hash';
import type { RunRecord } from './schema';

/** A run as this site may have kept it: records from before runs had labels lack the last two. */
export type StoredRun = Omit<RunRecord, 'label' | 'accounting'> &
  Partial<Pick<RunRecord, 'label' | 'accounting'>>;

/** Longer labels would not fit beside a number. */
export const LONGEST_LABEL = 200;

/** `wanted`, or `wanted (2)`, `wanted (3)`, ...: the first that is not taken. */
export function freeLabel(wanted: string, taken: ReadonlySet<string>): string {
  for (let label = wanted, n = 2; ; label = `${wanted} (${n++})`) if (!taken.has(label)) return label;
}

const byAge = (a: StoredRun, b: StoredRun) =>
  compareCodePoints(a.addedAt, b.addedAt) || compareCodePoints(a.key, b.key);

/**
 * The runs over one split as pages use them, by method name and then by age. A record without a label is named by its
 * method; of two with one label, which two tabs can have given at once, the younger is numbered. The outcome does not
 * depend on the order of `stored`.
 */
export function completeRuns(stored: readonly StoredRun[]): RunRecord[] {
  const taken = new Set<string>();
  return [...stored]
    .sort(byAge)
    .map((run): RunRecord => {
      const label = freeLabel(run.label ?? run.method, taken);
      taken.add(label);
      return { ...run, label, accounting: run.accounting ?? null };
    })
    .sort((a, b) => compareCodePoints(a.method, b.method) || byAge(a, b));
}

type Identity = Pick<RunRecord, 'splitKey' | 'method' | 'configurationHash' | 'rows'>;

/** A run's key: SHA-256 over split, method, rows, and the configuration's hash where there is one. */
export const runKey = ({ splitKey, method, configurationHash, rows }: Identity): Promise<string> =>
  sha256(
    JSON.stringify([splitKey, method, rows, ...(configurationHash === null ? [] : [configurationHash])]),
  );

/**
 * The run among `runs` (of the same split) that a new one would repeat: same method, same rows in the same order, same
 * configuration. A configuration that one of the two does not tell, as with a file, is no difference.
 */
export const repeated = (run: Identity, runs: readonly RunRecord[]): RunRecord | null => {
  const rows = JSON.stringify(run.rows);
  const alike = runs.filter(
    (one) =>
      one.method === run.method && one.rows.length === run.rows.length && JSON.stringify(one.rows) === rows,
  );
  return (
    alike.find((one) => one.configurationHash === run.configurationHash) ??
    alike.find((one) => one.configurationHash === null || run.configurationHash === null) ??
    null
  );
};

/**
 * The run among `runs` (of the same split) that a new one has outgrown: same method and told configuration, fewer
 * rows, and each of them as it stands in the new one. That is a run broken off earlier, taken over again with more
 * states; of several the longest. A run that differs in a single row is another run, not a part.
 */
export function outgrown(
  run: Pick<Identity, 'method' | 'configurationHash' | 'rows'>,
  runs: readonly RunRecord[],
): RunRecord | null {
  if (run.configurationHash === null) return null;
  const rows = new Map(run.rows.map((row) => [row.state_id, JSON.stringify(row.ranked_evidence_ids)]));
  return runs
    .filter(
      (one) =>
        one.method === run.method &&
        one.configurationHash === run.configurationHash &&
        one.rows.length < run.rows.length &&
        one.rows.every((row) => rows.get(row.state_id) === JSON.stringify(row.ranked_evidence_ids)),
    )
    .reduce<RunRecord | null>(
      (best, one) => (best && best.rows.length >= one.rows.length ? best : one),
      null,
    );
}

/** What a page hands over to add a run; key, split, time and label are filled in. A label is a wish: it may be taken. */
export type NewRun = Omit<RunRecord, 'key' | 'addedAt' | 'splitKey' | 'label'> & { label?: string };

/**
 * A run ready to be kept beside the `runs` of its split. The same rows of the same method and configuration are the
 * same run: it keeps key, label and time, and what is newly known of it is taken over. `now` is the time it is added.
 */
export async function placeRun(
  { label, ...run }: NewRun,
  splitKey: string,
  runs: readonly RunRecord[],
  now: Date,
): Promise<RunRecord> {
  const known = repeated({ ...run, splitKey }, runs);
  if (known) {
    // A file tells rows only: the run that they came from knows more.
    if (run.configurationHash === null && known.configurationHash !== null) return known;
    const { key, label: kept, addedAt } = known;
    return { ...run, accounting: run.accounting ?? known.accounting, key, splitKey, label: kept, addedAt };
  }
  return {
    ...run,
    key: await runKey({ ...run, splitKey }),
    splitKey,
    label: freeLabel(label ?? run.method, new Set(runs.map((one) => one.label))),
    addedAt: now.toISOString(),
  };
}

/** The kept runs of a split with those that storage refused, which are newer where both have one. */
export const withUnstored = (kept: readonly RunRecord[], unstored: readonly RunRecord[]): RunRecord[] => {
  const newer = new Set(unstored.map(({ key }) => key));
  return completeRuns([...kept.filter(({ key }) => !newer.has(key)), ...unstored]);
};

/** Why a run cannot be called this; null when it can. */
export function labelProblem(label: string, run: RunRecord, runs: readonly RunRecord[]): string | null {
  if (label.trim() === '') return 'A run needs a label: write at least one character.';
  if (label.length > LONGEST_LABEL) return `A label has at most ${LONGEST_LABEL} characters.`;
  return runs.some((one) => one.key !== run.key && one.label === label)
    ? `Another run over this split is called ${JSON.stringify(label)} already: choose another label.`
    : null;
}

/**
 * What tells runs of one method apart, for people: the first digits of the configuration's hash, the day and the
 * time (UTC) at which the run was added.
 */
export const describeRun = ({ configurationHash, addedAt }: RunRecord): string =>
  `${configurationHash === null ? 'configuration not told' : `configuration ${configurationHash.slice(0, 8)}`}, added ${addedAt.slice(0, 16).replace('T', ' ')} UTC`;

/** The method names that more than one run has: only a label tells such runs apart. */
export const sharedMethods = (runs: readonly Pick<RunRecord, 'method'>[]): string[] => {
  const counts = new Map<string, number>();
  for (const { method } of runs) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].flatMap(([method, count]) => (count > 1 ? [method] : []));
};
