import type { Certificate, Group } from '../../certificate';
import type { Budget, Draft } from '../draft';

/** A unit of an exercise's small pool. */
export interface ExerciseUnit {
  id: string;
  title: string;
  /** What one would read in it. */
  text: string;
}

/** What the learner has made so far. */
export interface Work {
  draft: Draft;
  /** Position of the option picked, or the number typed; null while there is none. */
  reply: number | null;
}

export interface Verdict {
  done: boolean;
  /** What is right, or what to look at next. */
  say: string;
}

export type Question =
  | { kind: 'choice'; text: string; options: readonly string[] }
  | { kind: 'number'; text: string; least: number; most: number };

/** A short task that teaches one idea and is checked by the scorer's own functions. */
export interface Exercise {
  id: string;
  title: string;
  /** The idea in one line; shown in the list. */
  idea: string;
  /** Paragraphs before the task. */
  text: readonly string[];
  task: string;
  units: readonly ExerciseUnit[];
  start: Draft;
  /** What may be changed. */
  edits: 'answer' | 'certificate' | 'nothing';
  question?: Question;
  check(work: Work): Verdict;
  /** What to take away; shown once it is done. */
  moral: string;
}

export const stateIdOf = (id: string): string => `exercise-${id}`;

interface GroupInShort {
  ids: string[];
  need?: number;
  weight?: number;
  role?: string;
  why?: string;
}

/** A certificate written in short; groups are named G1, G2, ... */
export function certificateOf(
  id: string,
  groups: readonly GroupInShort[],
  branches: string[][] = [],
  observed: string[] = [],
): Certificate {
  return {
    state_id: stateIdOf(id),
    required_evidence_groups: groups.map(
      ({ ids, need = 1, weight = 1, role = 'bug_location', why }, i): Group => ({
        group_id: `G${i + 1}`,
        role,
        acceptable_evidence_ids: ids,
        minimum_required: need,
        necessity_weight: weight,
        ...(why === undefined ? {} : { rationale: why }),
      }),
    ),
    alternative_minimal_sets: branches,
    observed_evidence_ids: observed,
  };
}

export const startOf = (certificate: Certificate, answer: string[], items: number): Draft => ({
  certificate,
  answer,
  budget: { items, tokens: null } satisfies Budget,
});
