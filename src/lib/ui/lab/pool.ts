import { visible } from '$lib/data/explore/visible';
import type { Certificate } from '$lib/serbench/certificate';
import type { Exercise } from '$lib/serbench/lab/exercises/exercise';
import type { ShareSource } from '$lib/serbench/lab/share/encode';
import { indexState, type IndexedState } from '$lib/serbench/split-index';
import type { State } from '$lib/serbench/state';

/** A unit as the lab shows it: bidirectional and other unseen characters by name; only `id` is as it is. */
export interface LabUnit {
  id: string;
  /** Short and telling: file and lines, or an exercise's own title. */
  name: string;
  /** The folder, where there is one. */
  folder: string;
  text: string;
}

/** What a lab works on. */
export interface LabPool {
  label: string;
  units: LabUnit[];
  ids: string[];
  index: IndexedState;
  source: ShareSource | null;
  /** With texts, for rankers; null for blank pools and exercises. */
  state: State | null;
  /** The state's own certificate, where it is public. */
  certificate: Certificate | null;
}

function fromUnits(stateId: string, label: string, units: LabUnit[], observed: readonly string[]): LabPool {
  const ids = units.map(({ id }) => id);
  const index: IndexedState = {
    state_id: stateId,
    repo: '',
    instance_id: '',
    state_type: '',
    units: units.map(({ id, name }) => ({ evidence_id: id, source_path: name })),
    ids: new Set(ids),
    observed: new Set(observed),
  };
  return { label, units, ids, index, source: null, state: null, certificate: null };
}

export function blankPool(count: number): LabPool {
  const units = Array.from({ length: count }, (_, i) => {
    const name = `Unit ${String(i + 1).padStart(2, '0')}`;
    return { id: `unit-${String(i + 1).padStart(3, '0')}`, name, folder: '', text: '' };
  });
  const pool = fromUnits('blank', `${count} units without text`, units, []);
  return { ...pool, source: { kind: 'blank', units: count } };
}

export function exercisePool({ title, units, start }: Exercise): LabPool {
  const shown = units.map(({ id, title: name, text }) => ({ id, name, folder: '', text }));
  return fromUnits(start.certificate.state_id, title, shown, start.certificate.observed_evidence_ids);
}

export function statePool(state: State, certificate: Certificate | null, split: string): LabPool {
  const units = state.candidate_evidence.map((unit): LabUnit => {
    const slash = unit.source_path.lastIndexOf('/');
    const lines = unit.line_start === undefined ? '' : `:${unit.line_start}-${unit.line_end ?? ''}`;
    return {
      id: unit.evidence_id,
      name: visible(`${unit.source_path.slice(slash + 1)}${lines}`),
      folder: visible(unit.source_path.slice(0, slash + 1)),
      text: visible(unit.content_excerpt),
    };
  });
  return {
    label: visible(`${state.repo} · ${state.state_type}`),
    units,
    ids: units.map(({ id }) => id),
    index: indexState(state),
    source: { kind: 'state', split, stateId: state.state_id },
    state,
    certificate,
  };
}
