import type { IndexedState } from '../split-index';
import { checkCertificateText, type Checked } from './check';

/** What a labels file held for one state. */
export interface Imported extends Checked {
  /** Rows of the file that are not blank. */
  rows: number;
}

const stateOf = (line: string): unknown => {
  try {
    const row = JSON.parse(line) as { state_id?: unknown; graded_labels?: { state_id?: unknown } };
    return row?.graded_labels?.state_id ?? row?.state_id;
  } catch {
    return undefined;
  }
};

/**
 * Takes a state's row out of the text of a labels file (JSON Lines, or one indented object). Of several rows only the
 * state's own counts; when there is none, that is the fault.
 */
export function importLabels(text: string, pool: IndexedState, file: string): Imported {
  const clean = text.replace(/^\uFEFF/, '');
  const lines = clean.split('\n');
  const rows = lines.filter((line) => line.trim() !== '').length;
  const own = lines.findIndex((line) => stateOf(line) === pool.state_id);
  if (own >= 0) {
    const { certificate, faults } = checkCertificateText((lines[own] ?? '').trimEnd(), pool, file);
    return { certificate, faults: faults.map((fault) => ({ ...fault, line: own + 1 })), rows };
  }
  if (lines.some((line) => stateOf(line) !== undefined)) {
    const message = `None of the ${rows} rows is for the state ${JSON.stringify(pool.state_id)}.`;
    const fault = {
      file,
      line: 1,
      path: 'state_id',
      code: 'no-row-for-state',
      value: '',
      message,
      severity: 'error' as const,
      from: 0,
    };
    return { certificate: null, faults: [fault], rows };
  }
  return { ...checkCertificateText(clean, pool, file), rows: 1 };
}
