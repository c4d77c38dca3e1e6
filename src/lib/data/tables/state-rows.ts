import type { State, Unit } from '$lib/serbench/state';
import * as tables from './public-tables';
import type { RowSink } from './spec';

const slashes = (path: string) => path.replaceAll('\\', '/');

/** What tells units of one id apart. */
interface Numbered {
  number: number;
  sha256: string | undefined;
  path: string;
  start: number | undefined;
  end: number | undefined;
  /** Where the unit has a hash, its excerpts differ by length at most: the text itself is not held then. */
  excerpt: string | number;
}

const excerptKey = (unit: Unit): string | number =>
  unit.content_sha256 === undefined ? unit.content_excerpt : unit.content_excerpt.length;

const isOf = (unit: Unit, known: Numbered): boolean =>
  known.sha256 === unit.content_sha256 &&
  known.path === unit.source_path &&
  known.start === unit.line_start &&
  known.end === unit.line_end &&
  known.excerpt === excerptKey(unit);

/** Numbers the distinct units of a split: the same id with other content is another unit. */
export class UnitNumbers {
  readonly #known = new Map<string, Numbered[]>();
  #next = 0;

  /** The unit's number, and whether it is new. */
  of(unit: Unit): { number: number; fresh: boolean } {
    const known = this.#known.get(unit.evidence_id);
    const found = known?.find((one) => isOf(unit, one));
    if (found) return { number: found.number, fresh: false };
    const number = this.#next;
    this.#next += 1;
    const made = {
      number,
      sha256: unit.content_sha256,
      path: unit.source_path,
      start: unit.line_start,
      end: unit.line_end,
      excerpt: excerptKey(unit),
    };
    if (known) known.push(made);
    else this.#known.set(unit.evidence_id, [made]);
    return { number, fresh: true };
  }
}

/** All rows of one state. Numbers that are no 32-bit integers become null. */
export function stateRows(state: State, position: number, numbers: UnitNumbers, add: RowSink): void {
  const observedIds = new Set(state.observed_evidence_ids);
  const inPool = new Set<string>();
  let flags = 0;
  state.candidate_evidence.forEach((unit, place) => {
    const { number, fresh } = numbers.of(unit);
    if (fresh) add(tables.units, unitRow(unit, number, state.repo));
    if (unit.observed_by_state) flags += 1;
    inPool.add(unit.evidence_id);
    add(tables.pool, [
      state.state_id,
      place,
      unit.evidence_id,
      number,
      unit.observed_by_state ?? null,
      observedIds.has(unit.evidence_id),
    ]);
  });
  for (const id of observedIds) add(tables.observed, [state.state_id, id, inPool.has(id)]);
  add(tables.states, [
    state.state_id,
    position,
    state.split ?? null,
    state.instance_id,
    state.repo,
    state.base_commit ?? null,
    state.state_type,
    state.issue,
    state.information_need,
    state.current_observation,
    state.current_hypothesis,
    state.current_subgoal,
    state.latest_test_output,
    state.current_diff,
    state.candidate_evidence.length,
    state.trajectory_prefix.length,
    observedIds.size,
    flags,
    state.candidate_pool_truncated ?? null,
  ]);
  stepRows(state, add);
}

function unitRow(unit: Unit, number: number, repo: string) {
  return [
    number,
    unit.evidence_id,
    repo,
    unit.source_path,
    unit.source_type ?? null,
    unit.line_start ?? null,
    unit.line_end ?? null,
    unit.symbol ?? null,
    unit.language ?? null,
    unit.content_sha256 ?? null,
    unit.content_excerpt,
  ];
}

function stepRows(state: State, add: RowSink): void {
  for (const step of state.trajectory_prefix) {
    add(tables.steps, [
      state.state_id,
      step.step_id,
      step.action_type,
      step.tool_name ?? null,
      step.action_input,
      step.tool_output,
      step.search_results.length,
    ]);
    step.search_results.forEach((hit, i) =>
      add(tables.hits, [
        state.state_id,
        step.step_id,
        hit.rank ?? i + 1,
        slashes(hit.path),
        hit.line_start ?? null,
        hit.line_end ?? null,
        hit.symbol ?? null,
        hit.chunk_type ?? null,
        hit.content,
      ]),
    );
  }
}
