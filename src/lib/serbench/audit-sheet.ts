import type { Table } from '$lib/table/table';
import type { Certificate } from './certificate';
import type { SplitIndex } from './split-index';

/** One property of a labelled split: over how many things it was looked at, and where it does not hold. */
export interface AuditLine {
  what: string;
  checked: number;
  /** Of which kind of thing `checked` counts. */
  unit: string;
  /** Places where it fails, `state: id`, in the states' order. */
  failing: string[];
}

/**
 * The checks that a frozen labelled split passes, with what each of them looked at, so that a clean result is more
 * than silence: joins, ids within pools, support apart from what was observed, provenance (paper, C.4).
 */
export function auditSheet(index: SplitIndex, certificates: ReadonlyMap<string, Certificate>): AuditLine[] {
  const lines: AuditLine[] = [];
  const line = <T>(what: string, unit: string, all: readonly T[], fails: (one: T) => string | null): void => {
    const failing = all.map(fails).filter((place) => place !== null);
    lines.push({ what, checked: all.length, unit, failing });
  };
  const labelled = [...certificates.values()];
  const idsOf = (certificate: Certificate) =>
    new Set(certificate.required_evidence_groups.flatMap((group) => group.acceptable_evidence_ids));
  const acceptable = labelled.flatMap((certificate) =>
    [...idsOf(certificate)].map((id) => ({ state_id: certificate.state_id, id })),
  );
  const branches = labelled.flatMap(({ state_id, alternative_minimal_sets }) =>
    alternative_minimal_sets.map((ids, at) => ({ state_id, ids, at })),
  );
  const inPool = (state_id: string, id: string) => index.get(state_id)?.ids.has(id) ?? false;
  const seen = (state_id: string, id: string) => index.get(state_id)?.observed.has(id) ?? false;
  const place = (state_id: string, id: string) => `${state_id}: ${id}`;

  line('Every state has a certificate', 'states', [...index.keys()], (id) =>
    certificates.has(id) ? null : id,
  );
  line('Every certificate belongs to a state', 'certificates', labelled, ({ state_id }) =>
    index.has(state_id) ? null : state_id,
  );
  line('Every acceptable unit lies in its state’s pool', 'units', acceptable, ({ state_id, id }) =>
    inPool(state_id, id) ? null : place(state_id, id),
  );
  line('No acceptable unit was observed', 'units', acceptable, ({ state_id, id }) =>
    seen(state_id, id) ? place(state_id, id) : null,
  );
  line('Every unit of a branch lies in the pool and was not observed', 'branches', branches, (branch) =>
    branch.ids.every((id) => inPool(branch.state_id, id) && !seen(branch.state_id, id))
      ? null
      : place(branch.state_id, `branch ${String(branch.at + 1)}`),
  );
  line('Observed units are those of the state', 'certificates', labelled, (certificate) => {
    const own = index.get(certificate.state_id)?.observed ?? new Set<string>();
    const told = new Set(certificate.observed_evidence_ids);
    return own.size === told.size && [...own].every((id) => told.has(id)) ? null : certificate.state_id;
  });
  line('Every candidate names the file that it is from', 'states', [...index.values()], (state) =>
    state.units.every(({ source_path }) => source_path !== '') ? null : state.state_id,
  );
  return lines;
}

/** The sheet as a Table value: at most three places a line, and how many more. */
export function auditTable(lines: readonly AuditLine[]): Table {
  return {
    title: 'Checks of this labelled split',
    columns: [
      { key: 'what', label: 'Check', kind: 'text' },
      { key: 'checked', label: 'Looked at', kind: 'count' },
      { key: 'unit', label: 'Of', kind: 'text' },
      { key: 'failing', label: 'Failing', kind: 'count' },
      { key: 'places', label: 'Where', kind: 'text' },
    ],
    rows: lines.map(({ what, checked, unit, failing }) => [
      what,
      checked,
      unit,
      failing.length,
      failing.slice(0, 3).join(', ') + (failing.length > 3 ? `, and ${String(failing.length - 3)} more` : ''),
    ]),
    notes: ['Quotations and reviewers’ notes are not part of public labels; they are not checked here.'],
  };
}
