import { makeCertificate } from './certificate';
import { Random, sha256 } from './random';
import type { Repository, SourceUnit } from './repository';
import { makeTrajectory, type Boundary } from './trajectory';
import { prose, sentence } from './words';

/** The shares of Test500 (table 6 of the paper); the release does not give Cal500's. */
const BOUNDARIES: Record<Boundary, number> = {
  before_search: 200,
  after_search: 124,
  after_file_inspection: 104,
  before_edit: 72,
};

const EXCERPT = 2400;

/** 20 to 120 units, 87 on average (43,451 over 500), with many pools cut at 120. */
const poolSize = (random: Random) => (random.chance(0.35) ? 120 : random.int(20, 119));

const evidenceId = (repository: Repository, unit: SourceUnit) =>
  `evidence-${sha256(`${repository.name} ${unit.path} ${unit.first} ${unit.last} ${unit.symbol}`).slice(0, 24)}`;

export interface Made {
  item: Record<string, unknown>;
  label: Record<string, unknown>;
}

/** One state of the release's shape with its certificate, wholly determined by (seed, split, index). */
export function makeState(seed: number, split: string, index: number, repository: Repository): Made {
  const random = new Random(seed, `state ${index}`);
  const boundary = random.weighted(BOUNDARIES);
  const issueNumber = 1000 + Math.floor(index / 2);
  const instance = `${repository.name.replace('/', '__')}-${issueNumber}`;
  const issue = `${sentence(random, repository.words)}\n${prose(random, repository.words, random.int(300, 3500))}`;
  const trajectory = makeTrajectory(random, repository, boundary, instance, issue);
  const itemId = `serbench500-${sha256(`${seed} ${split} ${index}`).slice(0, 16)}`;
  const last = trajectory.steps.length - 1;
  const stateId = `${instance}-${instance}-release-shaped-s${String(last).padStart(3, '0')}--g500x-${itemId.slice(12, 20)}`;

  const size = poolSize(random);
  const overlap = boundary !== 'before_search' && random.chance(0.62);
  const seen = overlap ? random.sample(trajectory.shown, 3) : [];
  const pool = [...new Set([...seen, ...random.sample(repository.units, size)])].slice(0, size);
  const shownIds = new Set(seen.map((unit) => evidenceId(repository, unit)));
  // Flags and id list disagree in some states of the release: flags without ids.
  const flagsOnly = overlap && random.chance(0.15);
  const candidates = pool.map((unit) => {
    const id = evidenceId(repository, unit);
    return {
      content_excerpt: unit.text.slice(0, EXCERPT),
      content_sha256: sha256(unit.text),
      evidence_id: id,
      line_end: unit.last,
      line_start: unit.first,
      observed_by_state: shownIds.has(id),
      source_path: unit.path,
      source_type: 'repo_chunk',
    };
  });
  const observed = flagsOnly ? [] : candidates.filter((c) => c.observed_by_state).map((c) => c.evidence_id);
  const item = {
    current_diff: '',
    current_hypothesis: trajectory.last.hypothesis,
    current_observation: trajectory.last.output,
    current_subgoal: trajectory.last.subgoal,
    information_need: trajectory.last.information_need,
    issue,
    latest_test_output: '',
    opened_files: trajectory.opened,
    search_queries: trajectory.searches,
    state_type: boundary,
    trajectory_prefix: trajectory.steps,
    state_id: stateId,
    item_id: itemId,
    instance_id: instance,
    repo: repository.name,
    base_commit: repository.commit,
    split,
    observed_evidence_ids: observed,
    candidate_pool_truncated: candidates.length === 120,
    candidate_evidence: candidates,
    candidate_count: candidates.length,
  };
  const free = candidates.filter((c) => !c.observed_by_state).map((c) => c.evidence_id);
  return { item, label: makeCertificate(random, repository.words, { stateId, itemId, observed, free }) };
}
