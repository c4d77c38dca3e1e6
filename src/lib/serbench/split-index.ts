import type { State, Unit } from './state';

/** A pool unit without its text: enough to score and to name it. */
export type PoolUnit = Pick<Unit, 'evidence_id' | 'source_path' | 'line_start' | 'line_end' | 'symbol'>;

/** A state as validation and scoring need it. */
export interface IndexedState {
  state_id: string;
  repo: string;
  instance_id: string;
  state_type: string;
  /** In the pool's own order. */
  units: PoolUnit[];
  /** The pool's ids. */
  ids: ReadonlySet<string>;
  observed: ReadonlySet<string>;
}

/** A split's states by id, in the items' order. */
export type SplitIndex = ReadonlyMap<string, IndexedState>;

export function indexState(state: State): IndexedState {
  const { state_id, repo, instance_id, state_type } = state;
  const units = state.candidate_evidence.map((unit): PoolUnit => {
    const { evidence_id, source_path, line_start, line_end, symbol } = unit;
    return {
      evidence_id,
      source_path,
      ...(line_start === undefined ? {} : { line_start }),
      ...(line_end === undefined ? {} : { line_end }),
      ...(symbol === undefined ? {} : { symbol }),
    };
  });
  const ids = new Set(units.map((unit) => unit.evidence_id));
  return {
    state_id,
    repo,
    instance_id,
    state_type,
    units,
    ids,
    observed: new Set(state.observed_evidence_ids),
  };
}
