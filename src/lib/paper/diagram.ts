import type { Certificate, Group } from '$lib/serbench/certificate';
import type { State } from '$lib/serbench/state';

/** A required fact as the diagrams name it. */
export interface Need {
  /** Equal for the same fact in another state of the same issue. */
  key: string;
  label: string;
  alternatives: number;
  minimum: number;
}

/** One captured state of an issue. */
export interface Moment {
  state_id: string;
  boundary: string;
  pool: number;
  /** Units of the pool that the agent had seen, and those that would supply a missing fact. */
  observed: number;
  acceptable: number;
  /** Steps of the trajectory up to here, and files opened in them. */
  steps: number;
  opened: number;
  needs: Need[];
}

/** The states of one issue in the order of their trajectory. */
export interface Journey {
  instance_id: string;
  repo: string;
  issue: string;
  moments: Moment[];
}

/** A state's pool in fused order, one letter a unit: a digit for the group it supports, `o` observed, `.` other. */
export interface Strip {
  state_id: string;
  boundary: string;
  cells: string;
  groups: string[];
}

const words = (text: string): string => text.replaceAll('_', ' ');

function needOf(group: Group, state: State): Need {
  const paths = new Map(state.candidate_evidence.map((unit) => [unit.evidence_id, unit.source_path]));
  const path = paths.get(group.acceptable_evidence_ids[0] ?? '') ?? '';
  const file = path.slice(path.lastIndexOf('/') + 1);
  return {
    key: `${group.role}:${path}`,
    label: file === '' ? words(group.role) : `${words(group.role)}, ${file}`,
    alternatives: new Set(group.acceptable_evidence_ids).size,
    minimum: group.minimum_required,
  };
}

/** What one state and its certificate say to the diagrams. */
export function momentOf(state: State, certificate: Certificate): Moment {
  const seen = new Set(state.observed_evidence_ids);
  return {
    state_id: state.state_id,
    boundary: words(state.state_type),
    pool: state.candidate_evidence.length,
    observed: state.candidate_evidence.filter(({ evidence_id }) => seen.has(evidence_id)).length,
    acceptable: new Set(
      certificate.required_evidence_groups.flatMap((group) => group.acceptable_evidence_ids),
    ).size,
    steps: state.trajectory_prefix.length,
    opened: state.opened_files.length,
    needs: certificate.required_evidence_groups.map((group) => needOf(group, state)),
  };
}

/** Issues with at least two captured states, each in trajectory order. Needs certificates: for explaining only. */
export function journeys(
  states: readonly State[],
  certificates: ReadonlyMap<string, Certificate>,
): Journey[] {
  const byIssue = new Map<string, Journey>();
  for (const state of states) {
    const certificate = certificates.get(state.state_id);
    if (!certificate) continue;
    const { instance_id, repo, issue } = state;
    const journey = byIssue.get(instance_id) ?? {
      instance_id,
      repo,
      issue: issue.split('\n')[0] ?? '',
      moments: [],
    };
    journey.moments.push(momentOf(state, certificate));
    byIssue.set(instance_id, journey);
  }
  const found = [...byIssue.values()].filter(({ moments }) => moments.length > 1);
  for (const { moments } of found) moments.sort((a, b) => a.steps - b.steps);
  return found.sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
}

/** The strip of a state whose pool is ranked in `order`. */
export function stripOf(state: State, certificate: Certificate, order: readonly string[]): Strip {
  const groups = certificate.required_evidence_groups;
  const observed = new Set(state.observed_evidence_ids);
  const letter = (id: string): string => {
    const group = groups.findIndex(({ acceptable_evidence_ids: ids }) => ids.includes(id));
    return group >= 0 ? String(Math.min(group + 1, 9)) : observed.has(id) ? 'o' : '.';
  };
  return {
    state_id: state.state_id,
    boundary: words(state.state_type),
    cells: order.map(letter).join(''),
    groups: groups.map((group) => needOf(group, state).label),
  };
}
