import type { Certificate } from '$lib/serbench/certificate';
import type { State, Unit } from '$lib/serbench/state';
import { digestWith } from '$lib/complement/canonical';
import { configurationHash } from '$lib/complement/config/read';
import { defaultConfiguration, sameModel } from '$lib/complement/config/defaults';
import type { Configuration } from '$lib/complement/config/schema';
import type { CalledMethod } from '$lib/complement/methods';
import type { ChatModel } from '$lib/complement/model';
import type { RunTools, StateJob } from '$lib/complement/run/types';
import type { Call } from '$lib/complement/trace';

export const digest = digestWith(crypto.subtle);

export const id = (index: number) => `evidence-${String(index).padStart(4, '0')}`;

export function makeUnit(index: number, text = `def f${index}(): return ${index}`): Unit {
  return {
    evidence_id: id(index),
    content_excerpt: text,
    source_path: `src/m${index}.py`,
    line_start: 1,
    line_end: 3,
  };
}

export function makeState(units: number, over: Partial<State> = {}): State {
  return {
    state_id: 's1',
    instance_id: 'i1',
    repo: 'owner/name',
    state_type: 'before_edit',
    issue: 'Crash on empty input\nThe parser crashes.',
    information_need: 'Where the parser reads an empty input',
    current_observation: 'FILE parser.py',
    current_hypothesis: 'The length is not checked',
    current_subgoal: 'Find the check',
    latest_test_output: '',
    current_diff: '',
    opened_files: ['src\\parser.py'],
    search_queries: ['parser'],
    observed_evidence_ids: [],
    trajectory_prefix: [],
    candidate_evidence: Array.from({ length: units }, (_, index) => makeUnit(index)),
    ...over,
  };
}

export function makeJob(state: State, tokens = 100): StateJob {
  const pool = state.candidate_evidence.map((unit) => unit.evidence_id);
  return {
    state,
    ranking: pool,
    routes: [pool.slice(0, 30), [...pool].reverse().slice(0, 30)],
    tokens: Object.fromEntries(pool.map((unit) => [unit, tokens])),
  };
}

export function scriptedConfiguration(method: CalledMethod = 'mss-complement'): Configuration {
  return defaultConfiguration(method, sameModel({ protocol: 'scripted', url: '', model: 'script' }));
}

export const setting = async (configuration: Configuration) => ({
  configuration,
  configurationSha256: await configurationHash(configuration, digest),
});

export function memoryTools(
  model: ChatModel,
): RunTools & { stored: Map<string, Call>; begun: string[]; failed: [string, Call | null][] } {
  const stored = new Map<string, Call>();
  const begun: string[] = [];
  const failed: [string, Call | null][] = [];
  return {
    stored,
    begun,
    failed,
    modelFor: () => model,
    digest,
    calls: {
      find: (key) => Promise.resolve(stored.get(key) ?? null),
      fail: (key, call) => Promise.resolve(void failed.push([key, call])),
      begin: (key) => {
        begun.push(key);
        return Promise.resolve([]);
      },
      attempted: () => Promise.resolve(),
      store: (call) => Promise.resolve(void stored.set(call.key, structuredClone(call))),
    },
  };
}

export const certificate = (groups: string[][], over: Partial<Certificate> = {}): Certificate => ({
  state_id: 's1',
  required_evidence_groups: groups.map((acceptable, index) => ({
    group_id: `G${index + 1}`,
    role: 'bug_location',
    acceptable_evidence_ids: acceptable,
    minimum_required: 1,
    necessity_weight: index + 1,
  })),
  alternative_minimal_sets: [],
  observed_evidence_ids: [],
  ...over,
});

export const never = new AbortController().signal;
