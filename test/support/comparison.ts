import type { Certificate } from '$lib/serbench/certificate';
import { measureNamed } from '$lib/serbench/metrics/registry';
import { quietTask } from '$lib/serbench/task';
import { buildBook, type MethodRun } from '$lib/statistics/comparison/build-book';
import { parseColumn, type ScoreColumn } from '$lib/statistics/comparison/column';
import { compareMethods, computeSheet } from '$lib/statistics/comparison/compute';
import type { StateFacts } from '$lib/statistics/comparison/facts';
import type { Comparison, ComparisonSettings } from '$lib/statistics/comparison/result';
import type { ScoreBook } from '$lib/statistics/comparison/score-book';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { Pcg64 } from '$lib/statistics/random/pcg64';

const kernel = await loadSimdKernel();

export const COLUMNS = [
  'mss_complete@1',
  'mss_complete@5',
  'mss_complete@8',
  'group_recall@5',
  'mss_complete@100t',
  'mss_complete@300t',
];

const ids = (state: number) =>
  Array.from({ length: 12 }, (_, unit) => `u${state}-${String(unit).padStart(2, '0')}`);
const name = (state: number) => `state-${String(state).padStart(2, '0')}`;

/** 36 states of 12 repositories with one to three groups each. */
export function syntheticSplit(): { facts: StateFacts[]; certificates: Map<string, Certificate> } {
  const numbers = Array.from({ length: 36 }, (_, state) => state);
  const facts = numbers.map((state): StateFacts => ({
    state_id: name(state),
    repo: `repo-${state % 12}`,
    instance_id: `issue-${state % 18}`,
    boundary: ['before_search', 'after_search', 'before_edit'][state % 3] ?? '',
    overlap: state % 2 === 1,
    groups: 1 + (state % 4),
    tags: { language: state % 5 === 0 ? 'python' : 'go' },
  }));
  const certificates = new Map(
    numbers.map((state): [string, Certificate] => [
      name(state),
      {
        state_id: name(state),
        required_evidence_groups: Array.from({ length: 1 + (state % 4) }, (_, g) => ({
          group_id: `G${g}`,
          role: `role-${g}`,
          acceptable_evidence_ids: ids(state).slice(3 * g, 3 * g + 2),
          minimum_required: 1,
          necessity_weight: 1,
        })),
        alternative_minimal_sets: [],
        observed_evidence_ids: [],
      },
    ]),
  );
  return { facts, certificates };
}

/** A method that puts required units first the more the better it is; `skill` in 0..1. */
export function syntheticRun(method: string, skill: number, seed: number): MethodRun {
  const rng = new Pcg64(seed);
  const rankings = new Map(
    Array.from({ length: 36 }, (_, state): [string, string[]] => {
      const scored = ids(state).map((id, unit) => ({
        id,
        score: rng.next32() / 2 ** 32 + (unit % 3 === 0 && Math.floor(unit / 3) <= state % 4 ? skill : 0),
      }));
      return [name(state), scored.sort((a, b) => b.score - a.score).map(({ id }) => id)];
    }),
  );
  return { method, origin: `file:${method}.jsonl`, configurationHash: null, rankings, failed: new Set() };
}

export const syntheticRuns = () => [
  syntheticRun('gathered', 0.9, 1),
  syntheticRun('ranked', 0.4, 2),
  syntheticRun('shuffled', 0, 3),
];

export const columnsOf = (keys: readonly string[]): ScoreColumn[] =>
  keys.map(
    (key) => parseColumn(key) ?? { measure: measureNamed('mss_complete')!, budget: { kind: 'items', k: 1 } },
  );

/** 20 tokens for even units, 60 for odd ones. */
export const tokensOf = (_state: string, id: string) => (Number(id.slice(-2)) % 2 === 0 ? 20 : 60);

export const SETTINGS: ComparisonSettings = {
  seed: 20260915,
  resamples: 2000,
  level: 0.95,
  methods: ['gathered', 'ranked', 'shuffled'],
  columns: COLUMNS,
  cluster: 'repo',
  strata: ['groups'],
  test: { seed: 20260915, flips: 2000 },
};

export async function syntheticBook(
  runs: MethodRun[] = syntheticRuns(),
  columns = COLUMNS,
): Promise<ScoreBook> {
  return buildBook({
    ...syntheticSplit(),
    runs,
    columns: columnsOf(columns),
    tokens: { tokenizer: 'o200k_base', of: tokensOf },
  });
}

export const compute = (request: Parameters<typeof computeSheet>[0]) =>
  computeSheet(request, kernel, quietTask());

export const compare = (book: ScoreBook, settings: ComparisonSettings = SETTINGS): Promise<Comparison> =>
  compareMethods(book, settings, compute);
