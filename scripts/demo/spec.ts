import type { Boundary } from '../../src/lib/serbench/state';

/** A place that states a fact: a file, and text that a unit's excerpt must hold to state it. */
export interface Place {
  path: string;
  /** Every quote must be there, word for word. */
  quotes: string[];
}

/** What the scripted agent thinks at a step. */
export interface Intent {
  subgoal: string;
  need: string;
  hypothesis: string;
}

export type Action = Intent &
  (
    | { kind: 'search'; query: string }
    | { kind: 'read'; path: string; center: number }
    | { kind: 'edit'; path: string; intent: string }
  );

export interface GroupSpec {
  role: 'bug_location' | 'behavior_constraint' | 'interaction_constraint' | 'verification_constraint';
  weight: 1 | 2 | 3;
  /** Distinct units needed; 1 when left out. */
  minimum?: number;
  /** Any one of these places states the fact (or is one of the samples, when `minimum` is above 1). */
  places: Place[];
  rationale: string;
}

export interface StateSpec {
  boundary: Boundary;
  actions: Action[];
  /** Before the first search nothing but the plan is there: what the agent needs next. */
  first?: Intent;
  groups: GroupSpec[];
  /** A whole other way to the decision: all of its facts, each at any one of its places. */
  otherBranch?: { facts: Place[][]; rationale: string };
  /** Lists the product of the groups as branches, as the release does where it is small. */
  listProduct?: boolean;
  pool: number;
  /** Units that the agent has read in full are recorded as observed. */
  recordObserved?: boolean;
}

export interface IssueSpec {
  number: number;
  title: string;
  body: string;
  plan: string[];
  states: StateSpec[];
}

export interface RepositorySpec {
  owner: string;
  name: string;
  issues: IssueSpec[];
}
