import type { Problem } from './problem';
import { completes } from './problem';

/** Whether a branch can ever decide that an answer is complete. */
export type BranchSay =
  /** Some answer is complete by this branch alone. */
  | { kind: 'can-decide' }
  /** Whoever has the branch has every group complete anyway. */
  | { kind: 'satisfies-groups' }
  /** Another branch is part of it, so that one is complete first. */
  | { kind: 'contains-branch'; branch: number }
  /** It has more units than the budget admits. */
  | { kind: 'too-long'; units: number }
  | { kind: 'empty' };

/** One verdict a branch. An empty branch counts as no branch at all, as in the scorer. */
export function judgeBranches(
  branches: readonly (readonly number[])[],
  problem: Problem,
  items: number,
): BranchSay[] {
  const groups: Problem = { ...problem, branches: [] };
  return branches.map((branch, b): BranchSay => {
    if (branch.length === 0) return { kind: 'empty' };
    const own = new Set(branch);
    if (completes(groups, own)) return { kind: 'satisfies-groups' };
    const inside = branches.findIndex(
      (other, o) =>
        o !== b &&
        other.length > 0 &&
        other.every((unit) => own.has(unit)) &&
        (new Set(other).size < own.size || o < b),
    );
    if (inside >= 0) return { kind: 'contains-branch', branch: inside };
    return own.size > items ? { kind: 'too-long', units: own.size } : { kind: 'can-decide' };
  });
}
