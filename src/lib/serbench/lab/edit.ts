import type { Certificate, Group } from '../certificate';
import { MOST_GROUPS, MOST_ITEMS, type Budget, type Draft } from './draft';

/** One change to a draft. Groups and branches are named by position, units by id. */
export type Edit =
  | { kind: 'add-group'; role?: string }
  | { kind: 'remove-group'; group: number }
  | { kind: 'move-group'; from: number; to: number }
  | { kind: 'set-group'; group: number; change: Partial<Omit<Group, 'acceptable_evidence_ids'>> }
  | { kind: 'toggle-acceptable'; group: number; unit: string }
  | { kind: 'add-branch'; units?: string[] }
  | { kind: 'remove-branch'; branch: number }
  | { kind: 'toggle-in-branch'; branch: number; unit: string }
  | { kind: 'place'; unit: string; at: number }
  | { kind: 'take-out'; unit: string }
  | { kind: 'set-answer'; units: string[] }
  | { kind: 'set-budget'; budget: Partial<Budget> }
  | { kind: 'set-certificate'; certificate: Certificate };

/**
 * The draft after an edit; the same object when the edit changes nothing (a position that does not exist, a value out
 * of range). Never touches the draft it is given.
 */
export function applyEdit(draft: Draft, edit: Edit): Draft {
  switch (edit.kind) {
    case 'place':
      return withAnswer(draft, place(draft.answer, edit.unit, edit.at));
    case 'take-out':
      return withAnswer(draft, without(draft.answer, edit.unit));
    case 'set-answer':
      return withAnswer(draft, [...new Set(edit.units)]);
    case 'set-budget':
      return withBudget(draft, { ...draft.budget, ...edit.budget });
    case 'set-certificate':
      return { ...draft, certificate: edit.certificate };
    case 'add-branch':
    case 'remove-branch':
    case 'toggle-in-branch':
      return withBranches(draft, editBranches(draft.certificate.alternative_minimal_sets, edit));
    default:
      return withGroups(draft, editGroups(draft.certificate.required_evidence_groups, edit));
  }
}

type GroupEdit = Extract<
  Edit,
  { kind: 'add-group' | 'remove-group' | 'move-group' | 'set-group' | 'toggle-acceptable' }
>;
type BranchEdit = Extract<Edit, { kind: 'add-branch' | 'remove-branch' | 'toggle-in-branch' }>;

const same = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((x, i) => x === b[i]);
const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id);
const toggled = (ids: readonly string[], id: string) => (ids.includes(id) ? without(ids, id) : [...ids, id]);

function place(answer: readonly string[], unit: string, at: number): string[] {
  const rest = without(answer, unit);
  const position = Math.max(0, Math.min(Math.trunc(at), rest.length));
  return [...rest.slice(0, position), unit, ...rest.slice(position)];
}

function withAnswer(draft: Draft, answer: string[]): Draft {
  return same(answer, draft.answer) ? draft : { ...draft, answer };
}

function withBudget(draft: Draft, budget: Budget): Draft {
  const items = Number.isInteger(budget.items) && budget.items >= 1 && budget.items <= MOST_ITEMS;
  const tokens = budget.tokens === null || (Number.isInteger(budget.tokens) && budget.tokens >= 1);
  const changed = budget.items !== draft.budget.items || budget.tokens !== draft.budget.tokens;
  return items && tokens && changed ? { ...draft, budget } : draft;
}

function withGroups(draft: Draft, groups: Group[]): Draft {
  if (same(groups, draft.certificate.required_evidence_groups)) return draft;
  return { ...draft, certificate: { ...draft.certificate, required_evidence_groups: groups } };
}

function withBranches(draft: Draft, branches: string[][]): Draft {
  if (same(branches, draft.certificate.alternative_minimal_sets)) return draft;
  return { ...draft, certificate: { ...draft.certificate, alternative_minimal_sets: branches } };
}

function newGroup(groups: readonly Group[], role: string): Group {
  let number = groups.length + 1;
  while (groups.some((group) => group.group_id === `G${number}`)) number += 1;
  return {
    group_id: `G${number}`,
    role,
    acceptable_evidence_ids: [],
    minimum_required: 1,
    necessity_weight: 1,
  };
}

function editGroups(groups: Group[], edit: GroupEdit): Group[] {
  const change = (index: number, next: (group: Group) => Group) =>
    groups.map((group, i) => (i === index ? next(group) : group));
  switch (edit.kind) {
    case 'add-group':
      return groups.length < MOST_GROUPS
        ? [...groups, newGroup(groups, edit.role ?? 'bug_location')]
        : groups;
    case 'remove-group':
      return groups.filter((_, i) => i !== edit.group);
    case 'move-group': {
      const moving = groups[edit.from];
      if (moving === undefined) return groups;
      const rest = groups.filter((_, i) => i !== edit.from);
      const to = Math.max(0, Math.min(edit.to, rest.length));
      return [...rest.slice(0, to), moving, ...rest.slice(to)];
    }
    case 'set-group':
      return change(edit.group, (group) => ({ ...group, ...edit.change }));
    case 'toggle-acceptable':
      return change(edit.group, (group) => ({
        ...group,
        acceptable_evidence_ids: toggled(group.acceptable_evidence_ids, edit.unit),
      }));
  }
}

function editBranches(branches: string[][], edit: BranchEdit): string[][] {
  switch (edit.kind) {
    case 'add-branch':
      return [...branches, [...new Set(edit.units ?? [])]];
    case 'remove-branch':
      return branches.filter((_, i) => i !== edit.branch);
    case 'toggle-in-branch':
      return branches.map((branch, i) => (i === edit.branch ? toggled(branch, edit.unit) : branch));
  }
}
