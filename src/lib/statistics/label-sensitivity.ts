import type { Certificate } from '$lib/serbench/certificate';
import { compareCodePoints } from '$lib/serbench/code-point';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { readRanking } from '$lib/serbench/metrics/outcome';
import type { Table } from '$lib/table/table';

/**
 * What a change of labels does to a state. L0: the certificate is the same. L1: it is edited, and no run's Complete
 * changes at any cutoff. L2: some run's Complete changes. L3: the state was replaced: only one of the files has it.
 */
export const LEVELS = ['L0', 'L1', 'L2', 'L3'] as const;
export type Level = (typeof LEVELS)[number];

/** The cutoffs at which the paper looks for changes. */
const SENSITIVITY_CUTOFFS: readonly number[] = [5, 8, 16];

/** A run's rankings by state, under the run's label. */
export interface RankedRun {
  label: string;
  rankings: ReadonlyMap<string, readonly string[]>;
}

/** Complete of one run at one cutoff, which the new labels turn over. */
export interface Flip {
  run: string;
  k: number;
  before: boolean;
}

export interface StateSensitivity {
  state_id: string;
  level: Level;
  flips: Flip[];
}

type Labels = ReadonlyMap<string, Certificate>;

/**
 * The level of every state of either labels file, in code-point order. Runs without a row for a state say nothing of
 * it: with no run at all every edited state is L1.
 */
export function labelSensitivity(
  before: Labels,
  after: Labels,
  runs: readonly RankedRun[],
  cutoffs: readonly number[] = SENSITIVITY_CUTOFFS,
): StateSensitivity[] {
  const states = [...new Set([...before.keys(), ...after.keys()])].sort(compareCodePoints);
  return states.map((state_id): StateSensitivity => {
    const [old, fresh] = [before.get(state_id), after.get(state_id)];
    if (!old || !fresh) return { state_id, level: 'L3', flips: [] };
    if (content(old) === content(fresh)) return { state_id, level: 'L0', flips: [] };
    const flips = flipsOf(state_id, old, fresh, runs, cutoffs);
    return { state_id, level: flips.length > 0 ? 'L2' : 'L1', flips };
  });
}

function flipsOf(
  state: string,
  before: Certificate,
  after: Certificate,
  runs: readonly RankedRun[],
  cutoffs: readonly number[],
): Flip[] {
  const [old, fresh] = [compileCertificate(before), compileCertificate(after)];
  return runs.flatMap(({ label, rankings }) => {
    const ranking = rankings.get(state);
    if (!ranking) return [];
    const [was, is] = [old, fresh].map((compiled) => readRanking(compiled, ranking).completeRank);
    return cutoffs.flatMap((k): Flip[] => {
      const complete = (was ?? Infinity) <= k;
      return complete === (is ?? Infinity) <= k ? [] : [{ run: label, k, before: complete }];
    });
  });
}

/** All of a certificate that a label can say; the order of ids within a set and of sets says nothing. */
function content(certificate: Certificate): string {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].sort(compareCodePoints);
  const ordered = (parts: unknown[]) => parts.map((part) => JSON.stringify(part)).sort(compareCodePoints);
  return JSON.stringify([
    ordered(
      certificate.required_evidence_groups.map((group) => [
        group.group_id,
        group.role,
        sorted(group.acceptable_evidence_ids),
        group.minimum_required,
        group.necessity_weight,
        group.rationale ?? '',
      ]),
    ),
    ordered(certificate.alternative_minimal_sets.map(sorted)),
    sorted(certificate.observed_evidence_ids),
  ]);
}

/** How many states have each level. */
export const countLevels = (states: readonly StateSensitivity[]): Record<Level, number> => {
  const counts: Record<Level, number> = { L0: 0, L1: 0, L2: 0, L3: 0 };
  for (const { level } of states) counts[level] += 1;
  return counts;
};

const MEANING: Record<Level, string> = {
  L0: 'same certificate',
  L1: 'edited, no run’s Complete changes',
  L2: 'edited, some run’s Complete changes',
  L3: 'state replaced: in one file only',
};

/** Levels with their counts, and with how many states of L2 each run gains and loses at each cutoff. */
export function sensitivityTable(
  states: readonly StateSensitivity[],
  runs: readonly RankedRun[],
  cutoffs: readonly number[] = SENSITIVITY_CUTOFFS,
): Table {
  const counts = countLevels(states);
  const flips = states.flatMap((state) => state.flips);
  const count = (run: string, k: number, before: boolean) =>
    flips.filter((flip) => flip.run === run && flip.k === k && flip.before === before).length;
  return {
    title: 'Label sensitivity',
    columns: [
      { key: 'level', label: 'Level or run', kind: 'text' },
      { key: 'meaning', label: 'Meaning', kind: 'text' },
      { key: 'states', label: 'States', kind: 'count' },
    ],
    rows: [
      ...LEVELS.map((level) => [level, MEANING[level], counts[level]]),
      ...runs.flatMap(({ label }) =>
        cutoffs.flatMap((k) => [
          [label, `becomes complete at ${k}`, count(label, k, false)],
          [label, `no longer complete at ${k}`, count(label, k, true)],
        ]),
      ),
    ],
    notes: [
      `Complete is looked at for k = ${cutoffs.join(', ')} and ${runs.length === 1 ? '1 run' : `${runs.length} runs`}; a state that a run has no row for is not looked at for that run.`,
    ],
  };
}

/** State by state: what is not L0, with the runs and cutoffs that change. */
export const sensitivityStates = (states: readonly StateSensitivity[]): Table => ({
  title: 'States whose labels differ',
  columns: [
    { key: 'state_id', label: 'State', kind: 'text' },
    { key: 'level', label: 'Level', kind: 'text' },
    { key: 'flips', label: 'Changes', kind: 'text' },
  ],
  rows: states
    .filter(({ level }) => level !== 'L0')
    .map(({ state_id, level, flips }) => [
      state_id,
      level,
      flips
        .map(({ run, k, before }) => `${run} at ${k}: ${before ? 'no longer complete' : 'becomes complete'}`)
        .join('; '),
    ]),
  notes: [],
});
