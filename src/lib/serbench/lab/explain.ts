import type { Outcome } from '../metrics/outcome';
import type { Measure } from '../metrics/measure';
import type { BranchSay } from './branches';

/** How units are named to the reader. */
export type NameUnit = (id: string) => string;

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const count = (n: number) => WORDS[n] ?? String(n);
const are = (n: number) => (n === 0 || n === 1 ? 'is' : 'are');
const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

const reached = (rank: number, k: number) => rank <= k;

/** "G2 needs one of 3 units; none is in your first 5." */
export function explainGroup(outcome: Outcome, group: number, k: number): string {
  const { certificate, groups } = outcome.compiled;
  const own = certificate.required_evidence_groups[group];
  const compiled = groups[group];
  if (own === undefined || compiled === undefined) return '';
  const size = compiled.units.length;
  const ranks = compiled.units.map((unit) => outcome.unitRanks[unit] ?? Infinity);
  const inside = ranks.filter((rank) => reached(rank, k)).length;
  const rank = outcome.groupRanks[group] ?? Infinity;
  const name = own.group_id;
  if (size === 0) return `${name} has no acceptable unit yet, so nothing can complete it.`;
  if (size < compiled.need)
    return `${name} asks for ${count(compiled.need)} of ${size} units: it can never be met.`;
  const needs =
    size === compiled.need
      ? `all ${size === 1 ? 'of its one unit' : `${size} of its units`}`
      : `${count(compiled.need)} of ${size} units`;
  if (reached(rank, k)) {
    return `${name} needs ${size === 1 ? 'its one unit' : needs}; ${compiled.need === 1 ? 'that is there' : 'they are there'} at rank ${rank}.`;
  }
  const wants = size === 1 ? 'its one unit' : needs;
  const have = size === 1 && inside === 0 ? 'it is not' : `${count(inside)} ${are(inside)}`;
  const later =
    rank < Infinity ? ` It would be complete at rank ${rank}, but only the first ${k} count.` : '';
  return `${name} needs ${wants}; ${have} in your first ${k}.${later}`;
}

/** What a branch has and lacks within the first k. */
export function explainBranch(outcome: Outcome, branch: number, k: number, name: NameUnit): string {
  const ids = outcome.compiled.certificate.alternative_minimal_sets.filter((set) => set.length > 0)[branch];
  if (ids === undefined) return '';
  const distinct = [...new Set(ids)];
  const rankOf = (id: string) => outcome.unitRanks[outcome.compiled.index.get(id) ?? -1] ?? Infinity;
  const lacking = distinct.filter((id) => !reached(rankOf(id), k));
  const label = `Branch ${branch + 1}`;
  if (lacking.length === 0)
    return `${label} is wholly in your first ${k}: that alone completes the certificate.`;
  const have = distinct.length - lacking.length;
  return `${label} has ${count(have)} of its ${distinct.length} units in your first ${k}; ${list(lacking.map(name))} ${are(lacking.length)} missing. Parts of different branches do not add up.`;
}

/** Whether a branch can ever matter, in a sentence. */
export function explainBranchSay(say: BranchSay): string {
  switch (say.kind) {
    case 'can-decide':
      return 'This branch can decide: an answer that holds it is complete although some group is not.';
    case 'satisfies-groups':
      return 'This branch never decides: whoever holds it has completed every group anyway.';
    case 'contains-branch':
      return `This branch never decides: branch ${say.branch + 1} is part of it and is complete first.`;
    case 'too-long':
      return `This branch cannot decide within your budget: it has ${say.units} units.`;
    case 'empty':
      return 'An empty branch is a fault: it would always be complete. It counts as no branch.';
  }
}

/** Why a measure has the value it has. */
export function explainMeasure(outcome: Outcome, measure: Measure, k: number): string {
  const { groups, roles, acceptable, novel } = outcome.compiled;
  if (groups.length === 0)
    return 'There is no group, so nothing is missing: every measure is 1 by definition.';
  const complete = outcome.groupRanks.filter((rank) => reached(rank, k)).length;
  const found = outcome.unitRanks.slice(0, acceptable).filter((rank) => reached(rank, k)).length;
  switch (measure.name) {
    case 'mss_complete':
      return explainComplete(outcome, complete, k);
    case 'group_recall':
      return `${complete} of ${groups.length} groups are complete.`;
    case 'necessity_weighted_recall': {
      const weight = groups.reduce(
        (sum, group, g) => (reached(outcome.groupRanks[g] ?? Infinity, k) ? sum + group.weight : sum),
        0,
      );
      return `Complete groups weigh ${tidy(weight)} of ${tidy(outcome.compiled.weight)}.`;
    }
    case 'role_coverage': {
      const seen = new Set(
        groups.flatMap((group, g) => (reached(outcome.groupRanks[g] ?? Infinity, k) ? [group.role] : [])),
      );
      return `${seen.size} of ${roles} roles have a complete group.`;
    }
    case 'group_ndcg':
      return complete === 0
        ? 'No group is complete, so there is no gain.'
        : `Each complete group gains its weight divided by log2(rank + 1); the sum is set against the best that ${k} places allow.`;
    case 'required_novelty': {
      const fresh = outcome.unitRanks.filter(
        (rank, unit) => unit < acceptable && reached(rank, k) && novel[unit],
      ).length;
      return found === 0
        ? 'No acceptable unit was found, so the share is 0.'
        : `${fresh} of the ${found} acceptable units found were new to the agent.`;
    }
    case 'observed_share': {
      const positions = Math.min(k, outcome.returned);
      const seen = outcome.observedRanks.filter((rank) => reached(rank, k)).length;
      return positions === 0
        ? 'Nothing is returned, so the share is 0.'
        : `${seen} of the first ${positions} ${positions === 1 ? 'unit' : 'units'} had been observed.`;
    }
    case 'any_hit':
      return found === 0
        ? 'No acceptable unit is there at all.'
        : `${found} acceptable ${found === 1 ? 'unit is' : 'units are'} there; one is enough for this measure, and that is why it says little.`;
  }
}

function explainComplete(outcome: Outcome, complete: number, k: number): string {
  const { groups } = outcome.compiled;
  const branch = outcome.branchRanks.findIndex((rank) => reached(rank, k));
  if (complete === groups.length)
    return `All ${groups.length === 1 ? 'of the one group' : `${groups.length} groups`} ${groups.length === 1 ? 'is' : 'are'} complete at rank ${Math.max(...outcome.groupRanks)}.`;
  if (branch >= 0)
    return `Branch ${branch + 1} is wholly there, which is enough although ${groups.length - complete} of ${groups.length} groups are not complete.`;
  if (outcome.completeRank < Infinity)
    return `It would be complete at rank ${outcome.completeRank}, but only the first ${k} count.`;
  return `${groups.length - complete} of ${groups.length} groups ${are(groups.length - complete)} not complete, and there is no half of complete.`;
}

/** A weight without float dust: at most six decimals. */
const tidy = (value: number) => String(Math.round(value * 1e6) / 1e6);
