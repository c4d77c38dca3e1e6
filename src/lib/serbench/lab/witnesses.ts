import { completes, type Problem } from './problem';

export interface Witnesses {
  /** Sets that complete the certificate and lose that with any one unit; by size, then by their units. */
  sets: number[][];
  /** Whether these are all. */
  all: boolean;
}

/** Steps of the search after which it gives up, so that a page stays responsive. */
const MOST_STEPS = 60_000;

/**
 * All inclusion-minimal complete sets, at most `cap`. Goes group by group and tries each unit that could still serve;
 * a unit tried before is barred afterwards, so no set comes twice. A chosen unit that no group needs any more, or a
 * whole branch with something beside it, ends the path: some subset is complete too.
 */
export function minimalWitnesses(problem: Problem, cap: number): Witnesses {
  const search = new Search(problem, cap);
  search.run();
  const own = problem.branches.map((branch) => [...branch]).filter((branch) => isMinimal(problem, branch));
  const found = new Map<string, number[]>();
  for (const set of [...search.found, ...own]) {
    const sorted = [...set].sort((a, b) => a - b);
    found.set(sorted.join(), sorted);
  }
  const sets = [...found.values()].sort((a, b) => a.length - b.length || compareLists(a, b));
  return { sets: sets.slice(0, cap), all: search.all && sets.length <= cap };
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((unit, at) => unit !== b[at]);
  return i < 0 ? 0 : (a[i] ?? 0) - (b[i] ?? 0);
}

/** Completeness only grows with more units, so leaving out one at a time decides. */
function isMinimal(problem: Problem, set: readonly number[]): boolean {
  return (
    completes(problem, new Set(set)) &&
    set.every((unit) => !completes(problem, new Set(set.filter((other) => other !== unit))))
  );
}

class Search {
  readonly found: number[][] = [];
  all = true;
  private steps = 0;
  private readonly chosen: number[] = [];
  private readonly taken: boolean[];
  private readonly barred: boolean[];
  private readonly counts: number[];
  private readonly groupsOf: number[][];

  constructor(
    private readonly problem: Problem,
    private readonly cap: number,
  ) {
    this.taken = new Array<boolean>(problem.units).fill(false);
    this.barred = new Array<boolean>(problem.units).fill(false);
    this.counts = problem.groups.map(() => 0);
    this.groupsOf = Array.from({ length: problem.units }, (_, unit) =>
      problem.groups.flatMap((group, g) => (group.units.includes(unit) ? [g] : [])),
    );
  }

  run(): void {
    this.steps += 1;
    if (this.found.length > this.cap || this.steps > MOST_STEPS) {
      this.all = false;
      return;
    }
    const open = this.problem.groups.findIndex(({ need }, g) => (this.counts[g] ?? 0) < need);
    if (open < 0) {
      this.found.push([...this.chosen]);
      return;
    }
    const group = this.problem.groups[open];
    if (group === undefined) return;
    const candidates = group.units.filter((unit) => !this.taken[unit] && !this.barred[unit]);
    let rest = candidates.length;
    for (const unit of candidates) {
      if (!this.all || (this.counts[open] ?? 0) + rest < group.need) break;
      this.put(unit, 1);
      if (this.chosen.every((one) => this.isUseful(one)) && !this.passesBranch()) this.run();
      this.put(unit, -1);
      this.barred[unit] = true;
      rest -= 1;
    }
    for (const unit of candidates) this.barred[unit] = false;
  }

  private put(unit: number, by: 1 | -1): void {
    this.taken[unit] = by === 1;
    if (by === 1) this.chosen.push(unit);
    else this.chosen.pop();
    for (const g of this.groupsOf[unit] ?? []) this.counts[g] = (this.counts[g] ?? 0) + by;
  }

  /** A whole branch and more: no longer minimal, whatever follows. */
  private passesBranch(): boolean {
    return this.problem.branches.some(
      (branch) => branch.length < this.chosen.length && branch.every((unit) => this.taken[unit]),
    );
  }

  private isUseful(unit: number): boolean {
    return (this.groupsOf[unit] ?? []).some(
      (g) => (this.counts[g] ?? 0) <= (this.problem.groups[g]?.need ?? 0),
    );
  }
}
