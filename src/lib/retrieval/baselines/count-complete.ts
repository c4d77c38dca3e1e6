import type { CompiledCertificate } from '$lib/serbench/metrics/compile';
import { MAXIMUM_STATES, TooComplex } from './too-complex';

/** A certificate cut to a pool: what a choice of units can still do. */
export interface Requirement {
  stateId: string;
  /** Units that matter, as 0..units-1. */
  units: number;
  groups: { need: number; units: ReadonlySet<number> }[];
  branches: ReadonlySet<number>[];
}

/**
 * What of a certificate a pool can meet. Branches that cannot decide are left out: those that satisfy the groups
 * anyway, or contain another branch.
 */
export function requirementOf(compiled: CompiledCertificate, inPool: (id: string) => boolean): Requirement {
  const numbers = new Map<number, number>();
  const present = new Set([...compiled.index].flatMap(([id, unit]) => (inPool(id) ? [unit] : [])));
  const renumber = (units: Iterable<number>) =>
    new Set(
      [...units].map((unit) => {
        const number = numbers.get(unit) ?? numbers.size;
        numbers.set(unit, number);
        return number;
      }),
    );
  const groups = compiled.groups.map(({ need, units }) => ({
    need,
    units: renumber(units.filter((u) => present.has(u))),
  }));
  const whole = compiled.branches.filter((units) => units.every((u) => present.has(u)));
  const satisfies = (branch: readonly number[]) =>
    compiled.groups.every(({ need, units }) => units.filter((u) => branch.includes(u)).length >= need);
  const deciding = whole.filter((branch) => !satisfies(branch));
  const inside = (a: readonly number[], b: readonly number[]) => a.every((u) => b.includes(u));
  const smallest = deciding.filter(
    (branch, i) =>
      !deciding.some(
        (other, j) => i !== j && inside(other, branch) && (other.length < branch.length || j < i),
      ),
  );
  const branches = smallest.map(renumber);
  return { stateId: compiled.certificate.state_id, units: numbers.size, groups, branches };
}

interface Node {
  /** Still needed by group; null once the groups cannot all be met. */
  needs: number[] | null;
  /** Branches that miss no unit so far. */
  alive: number[];
  /** By number of chosen units: in how many ways. */
  ways: bigint[];
}

/**
 * In how many ways 0..most of the relevant units can be chosen so that the certificate is complete; the index is the
 * number chosen. Goes unit by unit and merges choices with the same future. Throws `TooComplex`.
 */
export function countComplete(requirement: Requirement, most: number): bigint[] {
  const { groups, branches, units } = requirement;
  const done: bigint[] = new Array<bigint>(most + 1).fill(0n);
  let nodes = new Map<string, Node>();
  const start: Node = {
    needs: groups.map((group) => group.need),
    alive: branches.map((_, i) => i),
    ways: [1n],
  };
  nodes.set('', start);
  for (let unit = 0; unit <= units; unit += 1) {
    const next = new Map<string, Node>();
    for (const node of nodes.values()) {
      if (isComplete(node, branches, unit)) spread(done, node.ways, units - unit, most);
      else if (unit < units) {
        merge(next, requirement, node, unit, true, most);
        merge(next, requirement, node, unit, false, most);
      }
    }
    if (next.size > MAXIMUM_STATES) throw new TooComplex(requirement.stateId);
    nodes = next;
  }
  return done;
}

const isComplete = (node: Node, branches: readonly ReadonlySet<number>[], passed: number): boolean =>
  node.needs?.every((need) => need <= 0) === true ||
  node.alive.some((i) => [...(branches[i] ?? [])].every((unit) => unit < passed));

/** Complete already: the rest of the relevant units may be chosen in any way. */
function spread(done: bigint[], ways: readonly bigint[], rest: number, most: number): void {
  let row = [1n];
  for (let i = 0; i < rest; i += 1) {
    row = Array.from(
      { length: Math.min(row.length + 1, most + 1) },
      (_, j) => (row[j - 1] ?? 0n) + (row[j] ?? 0n),
    );
  }
  ways.forEach((count, chosen) =>
    row.forEach((more, j) => {
      if (chosen + j <= most) done[chosen + j] = (done[chosen + j] ?? 0n) + count * more;
    }),
  );
}

function merge(
  next: Map<string, Node>,
  { groups, branches, units }: Requirement,
  node: Node,
  unit: number,
  chosen: boolean,
  most: number,
): void {
  const alive = chosen ? node.alive : node.alive.filter((i) => !branches[i]?.has(unit));
  let needs =
    node.needs && chosen
      ? node.needs.map((need, g) => (groups[g]?.units.has(unit) ? Math.max(0, need - 1) : need))
      : node.needs;
  if (needs?.some((need, g) => need > remaining(groups[g]?.units, unit, units))) needs = null;
  if (needs === null && alive.length === 0) return;
  const ways = chosen ? [0n, ...node.ways].slice(0, most + 1) : node.ways;
  const key = `${needs?.join() ?? ''}|${alive.join()}`;
  const known = next.get(key);
  if (!known) next.set(key, { needs, alive, ways });
  else {
    const length = Math.max(known.ways.length, ways.length);
    known.ways = Array.from({ length }, (_, i) => (known.ways[i] ?? 0n) + (ways[i] ?? 0n));
  }
}

function remaining(members: ReadonlySet<number> | undefined, after: number, units: number): number {
  let count = 0;
  for (let unit = after + 1; unit < units; unit += 1) if (members?.has(unit)) count += 1;
  return count;
}
