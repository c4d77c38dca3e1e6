import type { Sheet } from '../kernel/kernel';
import { makeSheet } from '../sheet';
import { clusterNames } from './facts';
import { columnOf, statesWith, type MethodScores, type ScoreBook } from './score-book';
import { strataOf, wholeStratum, type Stratum } from './strata';

/** Failed states count 0, or are left out (of both methods of a pair). Shown side by side. */
export type Treatment = 'failed = 0' | 'failed excluded';

export interface PlanChoice {
  /** Names, in the order in which they are shown; a pair's left method comes first. */
  methods: string[];
  /** Column keys. */
  columns: string[];
  /** `repo`, `state`, `issue`, or a tag's field. */
  cluster: string;
  /** Kinds of strata beside all states. */
  strata: string[];
}

/** One comparison: two methods, or one by itself (`right` null), in one column. */
export interface Contrast {
  left: string;
  right: string | null;
  column: string;
}

/** Contrasts that share states, clusters and draws. */
export interface SheetJob {
  stratum: Stratum;
  treatment: Treatment;
  /** Positions of the states in the book. */
  members: number[];
  clusters: number;
  contrasts: Contrast[];
  sheet: Sheet;
}

/** A contrast that is not computed, and why. */
export interface NotComparable extends Contrast {
  reason: string;
}

export interface Plan {
  jobs: SheetJob[];
  notComparable: NotComparable[];
}

/**
 * What has to be resampled: all states and every stratum, each method by itself and every pair; once more without the
 * failed states of the pair where there are any. A method with states that did not run is compared with nothing.
 */
export function planComparison(book: ScoreBook, choice: PlanChoice): Plan {
  const methods = choice.methods.map((name) => find(book, name));
  const complete = methods.filter((method) => statesWith(method, 'not run').length === 0);
  const wanted = (of: MethodScores[]): Omit<Contrast, 'column'>[] =>
    of.flatMap((left, i) => [
      { left: left.method, right: null },
      ...of.slice(i + 1).map((right) => ({ left: left.method, right: right.method })),
    ]);
  const everywhere = [
    wholeStratum(book.facts),
    ...choice.strata.flatMap((kind) => strataOf(book.facts, kind)),
  ];
  const jobs = everywhere.flatMap((stratum) => [
    makeJob(book, choice, stratum, 'failed = 0', stratum.members, wanted(complete)),
    ...excludedJobs(book, choice, stratum, wanted(complete)),
  ]);
  const notComparable = wanted(methods).flatMap((contrast) => {
    const reason = whyNot(book, contrast);
    return reason === null ? [] : choice.columns.map((column) => ({ ...contrast, column, reason }));
  });
  return { jobs, notComparable };
}

function find(book: ScoreBook, name: string): MethodScores {
  const method = book.methods.find((one) => one.method === name);
  if (!method) throw new Error(`No method ${JSON.stringify(name)} among the scores.`);
  return method;
}

function whyNot(book: ScoreBook, { left, right }: Omit<Contrast, 'column'>): string | null {
  const missing = [left, ...(right === null ? [] : [right])].flatMap((name) => {
    const count = statesWith(find(book, name), 'not run').length;
    if (count === 0) return [];
    return [
      count === book.facts.length
        ? `${name} was not run`
        : `${name} was not run on ${count} of ${book.facts.length} states`,
    ];
  });
  return missing.length === 0 ? null : `not comparable: ${missing.join('; ')}`;
}

/** One job for each set of failed states that some contrast has within the stratum. */
function excludedJobs(
  book: ScoreBook,
  choice: PlanChoice,
  stratum: Stratum,
  contrasts: Omit<Contrast, 'column'>[],
): SheetJob[] {
  const bySet = new Map<string, { members: number[]; contrasts: Omit<Contrast, 'column'>[] }>();
  for (const contrast of contrasts) {
    const names = [contrast.left, ...(contrast.right === null ? [] : [contrast.right])];
    const failed = new Set(names.flatMap((name) => statesWith(find(book, name), 'failed')));
    const members = stratum.members.filter((state) => !failed.has(state));
    if (members.length === stratum.members.length || members.length === 0) continue;
    const key = members.join();
    const known = bySet.get(key);
    if (known) known.contrasts.push(contrast);
    else bySet.set(key, { members, contrasts: [contrast] });
  }
  return [...bySet.values()].map((set) =>
    makeJob(book, choice, stratum, 'failed excluded', set.members, set.contrasts),
  );
}

function makeJob(
  book: ScoreBook,
  choice: PlanChoice,
  stratum: Stratum,
  treatment: Treatment,
  members: number[],
  pairs: Omit<Contrast, 'column'>[],
): SheetJob {
  const names = [...new Set(pairs.flatMap(({ left, right }) => (right === null ? [left] : [left, right])))];
  const numbers = choice.columns.map((key) => {
    const column = book.columns.indexOf(key);
    if (column < 0) throw new Error(`No column ${JSON.stringify(key)} among the scores.`);
    return column;
  });
  const columns = numbers.flatMap((column) =>
    names.map((name) => columnOf(book, find(book, name), column, members)),
  );
  const contrasts = choice.columns.flatMap((column) => pairs.map((pair) => ({ ...pair, column })));
  const place = ({ column }: Contrast, name: string) =>
    choice.columns.indexOf(column) * names.length + names.indexOf(name);
  const ends = contrasts.map(
    (one) => [place(one, one.left), one.right === null ? null : place(one, one.right)] as const,
  );
  const clusters = clusterNames(
    members.flatMap((state) => book.facts[state] ?? []),
    choice.cluster,
  );
  const { sheet } = makeSheet(clusters, columns, ends);
  return { stratum, treatment, members, clusters: sheet.clusters, contrasts, sheet };
}
