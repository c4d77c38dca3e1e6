import type { Certificate } from '$lib/serbench/certificate';
import { compareCodePoints } from '$lib/serbench/code-point';
import type { IndexedState } from '$lib/serbench/split-index';

/** What resampling and strata need to know of a state. */
export interface StateFacts {
  state_id: string;
  repo: string;
  instance_id: string;
  boundary: string;
  /** Whether the pool holds a unit recorded as observed, by exact id. */
  overlap: boolean;
  /** Required groups of the certificate; null without labels. */
  groups: number | null;
  /** The user's own tags: field to value. */
  tags: Record<string, string>;
}

/** The facts of a state. Overlap is read off the id lists, as the release's scorer reads them. */
export function stateFacts(state: IndexedState, certificate: Certificate | null): StateFacts {
  return {
    state_id: state.state_id,
    repo: state.repo,
    instance_id: state.instance_id,
    boundary: state.state_type,
    overlap: [...state.observed].some((id) => state.ids.has(id)),
    groups: certificate ? certificate.required_evidence_groups.length : null,
    tags: {},
  };
}

/** Facts in code-point order of their states: the order of every column, whatever the files' order was. */
export const sortFacts = (facts: readonly StateFacts[]): StateFacts[] =>
  [...facts].sort((a, b) => compareCodePoints(a.state_id, b.state_id));

/** A state's own tag; undefined without one, also where the field has the name of an object's own member. */
export const tagOf = ({ tags }: StateFacts, field: string): string | undefined =>
  Object.hasOwn(tags, field) ? tags[field] : undefined;

/** The cluster of each state: its repository, itself, its issue, or the value of a user's tag. */
export function clusterNames(facts: readonly StateFacts[], by: string): string[] {
  if (by === 'repo') return facts.map(({ repo }) => repo);
  if (by === 'state') return facts.map(({ state_id }) => state_id);
  if (by === 'issue') return facts.map(({ instance_id }) => instance_id);
  return facts.map((one) => {
    const value = tagOf(one, by);
    if (value === undefined)
      throw new Error(`State ${JSON.stringify(one.state_id)} has no tag "${by}" to cluster by.`);
    return value;
  });
}
