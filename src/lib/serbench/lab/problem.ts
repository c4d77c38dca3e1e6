import type { CompiledCertificate } from '../metrics/compile';

/** What completeness hangs on, with units as numbers 0..units-1. */
export interface Problem {
  units: number;
  groups: readonly { need: number; units: readonly number[] }[];
  branches: readonly (readonly number[])[];
}

export const problemOf = ({ index, groups, branches }: CompiledCertificate): Problem => ({
  units: index.size,
  groups,
  branches,
});

/** Whether a set of units completes the problem. */
export function completes({ groups, branches }: Problem, chosen: ReadonlySet<number>): boolean {
  const count = (list: readonly number[]) => list.filter((unit) => chosen.has(unit)).length;
  return (
    groups.every(({ need, units }) => count(units) >= need) ||
    branches.some((branch) => branch.every((unit) => chosen.has(unit)))
  );
}
