import type { Certificate } from '../certificate';
import { FaultList, type Fault } from '../fault';
import { readCertificate } from '../reading/certificate-row';
import { isObject } from '../reading/fields';
import { KnownStates } from '../reading/known-states';
import { parseLine, UNREADABLE } from '../reading/parse-line';
import { RowFaults } from '../reading/row-faults';
import type { IndexedState } from '../split-index';
import { printLabelLine } from './label-row';

/** A fault of a text that may have many lines. `from` is a 0-based offset. */
export interface TextFault extends Fault {
  from: number;
}

export interface Checked {
  /** Null when there is any error. */
  certificate: Certificate | null;
  faults: TextFault[];
}

/** Counts lines as editors do. */
function place(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Reads the text of one label row by the label reader's own rules against a pool. The row may be wrapped in
 * `graded_labels`. A `state_id` of another state is an error.
 */
export function checkCertificateText(text: string, pool: IndexedState, file = 'certificate.json'): Checked {
  const list = new FaultList();
  const faults = new RowFaults(list, file);
  faults.text = text;
  const value = parseLine(text, faults);
  let certificate: Certificate | null = null;
  if (value !== UNREADABLE) certificate = readRow(value, pool, faults);
  return {
    certificate: list.errors === 0 ? certificate : null,
    faults: list.kept.map((fault) => {
      const from = Math.min((fault.column ?? 1) - 1, text.length);
      return { ...fault, ...place(text, from), from };
    }),
  };
}

function readRow(value: unknown, pool: IndexedState, faults: RowFaults): Certificate | null {
  if (!isObject(value)) {
    faults.at([], 'not-an-object', 'A certificate is a JSON object.');
    return null;
  }
  const inner = value['graded_labels'];
  const [row, prefix] = isObject(inner) ? [inner, ['graded_labels']] : [value, []];
  const id = row['state_id'] ?? value['state_id'];
  if (id !== undefined && id !== pool.state_id) {
    const path = row['state_id'] === undefined ? ['state_id'] : [...prefix, 'state_id'];
    faults.at(
      path,
      'other-state',
      `This is the certificate of another state than ${JSON.stringify(pool.state_id)}.`,
    );
  }
  const known = new KnownStates({ split: new Map([[pool.state_id, pool]]) });
  return readCertificate(row, pool.state_id, prefix, faults, { state: pool, known });
}

/** The faults that a labels file with this certificate would have. */
export const checkCertificate = (certificate: Certificate, pool: IndexedState): TextFault[] =>
  checkCertificateText(printLabelLine(certificate).trimEnd(), pool).faults;
