import { createHash } from 'node:crypto';
import { compareCodePoints } from '../../src/lib/serbench/code-point';
import { resolve } from './certificate';
import { search } from './search';
import type { Intent, IssueSpec, RepositorySpec, StateSpec } from './spec';
import { play, type DemoStep } from './trajectory';
import type { Chunk, Repository } from './units';

const short = (text: string, digits: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);

/** Units that a read step showed from their first to their last line. */
function readInFull(repository: Repository, steps: readonly DemoStep[]): Set<string> {
  const windows = steps.flatMap((step) => step.shown ?? []);
  const inside = (chunk: Chunk) =>
    windows.some(
      (shown) => shown.path === chunk.path && shown.start <= chunk.start && chunk.end <= shown.end,
    );
  return new Set(repository.chunks.filter(inside).map((chunk) => chunk.id));
}

/** The needed units, then the best of a search for the issue and the need, until the pool is full; sorted by id. */
function fillPool(repository: Repository, query: string, needed: Set<string>, size: number): Chunk[] {
  if (needed.size > size)
    throw new Error(`${repository.name}: ${needed.size} needed units in a pool of ${size}`);
  const ranked = search(repository.chunks, query).map((hit) => hit.chunk);
  const rest = ranked.filter((chunk) => !needed.has(chunk.id)).slice(0, size - needed.size);
  return [...ranked.filter((chunk) => needed.has(chunk.id)), ...rest].sort((a, b) =>
    compareCodePoints(a.id, b.id),
  );
}

function intentOf(state: StateSpec): Intent {
  const intent = state.first ?? state.actions.at(-1);
  if (intent === undefined) throw new Error('a state without actions needs a first intent');
  return intent;
}

/** One state as a row of items.jsonl and its row of labels.jsonl, keys in the release's order. */
export function makeRows(spec: RepositorySpec, repository: Repository, issue: IssueSpec, state: StateSpec) {
  const instance = `${spec.owner}__${spec.name}-${issue.number}`;
  const steps = play(repository, instance, issue, state.actions);
  const observed = state.recordObserved === true ? readInFull(repository, steps) : new Set<string>();
  const resolved = resolve(repository, state, steps, observed);
  const intent = intentOf(state);
  const last = steps.at(-1);
  const stateId = `${instance}-${instance}-demo-trace-v1-s${String(steps.length - 1).padStart(3, '0')}`;
  const itemId = `demo-${short(stateId, 16)}`;
  const query = [
    issue.title,
    issue.body,
    intent.need,
    intent.hypothesis,
    ...state.actions.map((a) => a.need),
  ].join('\n');
  const pool = fillPool(repository, query, new Set([...resolved.needed, ...observed]), state.pool);
  const observedIds = [...observed].sort(compareCodePoints);
  const item = {
    current_diff: '',
    current_hypothesis: intent.hypothesis,
    current_observation: last?.tool_output ?? '',
    current_subgoal: intent.subgoal,
    information_need: intent.need,
    issue: `${issue.title}\n${issue.body}`,
    latest_test_output: '',
    opened_files: last?.opened_files ?? [],
    search_queries: last?.search_queries ?? [],
    state_type: state.boundary,
    trajectory_prefix: steps.map(({ shown: _, ...step }) => step),
    state_id: stateId,
    item_id: itemId,
    instance_id: instance,
    repo: repository.name,
    base_commit: repository.commit,
    split: 'demo',
    observed_evidence_ids: observedIds,
    candidate_pool_truncated: pool.length < repository.chunks.length,
    candidate_evidence: pool.map((chunk) => ({
      content_excerpt: chunk.excerpt,
      content_sha256: chunk.sha256,
      evidence_id: chunk.id,
      line_end: chunk.end,
      line_start: chunk.start,
      observed_by_state: observed.has(chunk.id),
      source_path: chunk.path,
      source_type: 'repo_chunk',
    })),
    candidate_count: pool.length,
  };
  const label = {
    alternative_minimal_sets: resolved.branches,
    human_audit_status: 'written_by_hand',
    item_id: itemId,
    label_confidence: 1,
    label_scope: 'demo_public',
    label_sources: ['hand_written_facts_resolved_to_units_v1'],
    metadata: {
      certificate_tier: 'demo',
      ...(state.otherBranch === undefined ? {} : { other_branch_rationale: state.otherBranch.rationale }),
    },
    mss_id: `mss-${short(`mss ${stateId}`, 24)}`,
    necessity_certificate: { status: 'argued', test: 'each_rationale_says_what_is_unknown_without_it' },
    observed_evidence_ids: observedIds,
    optional_evidence_ids: [],
    required_evidence_groups: resolved.groups.map(({ spec: group, ids }, index) => ({
      acceptable_evidence_ids: ids,
      group_id: `G${index + 1}`,
      minimum_required: group.minimum ?? 1,
      necessity_weight: group.weight,
      rationale: group.rationale,
      role: group.role,
    })),
    retrieval_needed: true,
    schema_version: 'serbench-mss-v1',
    state_id: stateId,
    sufficiency_certificate: { final_disposition: 'written_for_the_demo', status: 'argued', tier: 'demo' },
  };
  return { item, label };
}
