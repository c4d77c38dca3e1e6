import type { Certificate } from '../certificate';
import type { FaultList } from '../fault';
import type { Task } from '../task';
import { readCertificate } from './certificate-row';
import { isObject, readName, type JsonObject } from './fields';
import { KnownStates, type SplitContext } from './known-states';
import type { RowFaults } from './row-faults';
import { readRows } from './rows';
import type { ByteSource } from './source';

/**
 * The sound certificates of a labels file, in order. Rows wrapped as `{"graded_labels": {...}}` are unwrapped. With a
 * split, states, units and observed ids are checked against it, and every state must have a certificate; faults of
 * absence stand at the file's last line.
 */
export async function* readLabels(
  source: ByteSource,
  file: string,
  faults: FaultList,
  task: Task,
  context: SplitContext | null,
): AsyncGenerator<Certificate, void, void> {
  const rows = readRows(source, file, faults, task);
  const known = context && new KnownStates(context);
  const lineOf = new Map<string, number>();
  try {
    for (;;) {
      const next = await rows.objects.next();
      if (next.done) {
        if (context && next.value.whole) demandAll(lineOf, context, rows.faults);
        return;
      }
      const before = faults.errors;
      const { row, prefix } = unwrap(next.value, rows.faults);
      const id = readStateId(next.value, row, prefix, rows.faults);
      const state = id === undefined ? undefined : context?.split.get(id);
      if (id !== undefined) {
        const path = row['state_id'] === undefined ? ['state_id'] : [...prefix, 'state_id'];
        const first = lineOf.get(id);
        if (first === undefined) lineOf.set(id, rows.faults.line);
        else
          rows.faults.at(
            path,
            'duplicate-state',
            `State ${JSON.stringify(id)} has a certificate on line ${first} already.`,
          );
        if (known && !state)
          rows.faults.at(
            path,
            'unknown-state',
            `State ${JSON.stringify(id)} is not in the items.`,
            known.stateHint(id),
          );
      }
      const certificate = readCertificate(
        row,
        id ?? '',
        prefix,
        rows.faults,
        state && known ? { state, known } : null,
      );
      if (faults.errors === before) yield withWrapper(certificate, next.value, row);
    }
  } finally {
    await rows.objects.return({ line: rows.faults.line, whole: false });
  }
}

/** Reads a whole labels file into a map by state. */
export async function readCertificates(
  ...args: Parameters<typeof readLabels>
): Promise<Map<string, Certificate>> {
  const certificates = new Map<string, Certificate>();
  for await (const certificate of readLabels(...args)) certificates.set(certificate.state_id, certificate);
  return certificates;
}

/** A certificate with what its wrapper says beside it; the certificate's own fields win. */
function withWrapper(certificate: Certificate, outer: JsonObject, row: JsonObject): Certificate {
  if (row === outer) return certificate;
  const { graded_labels: _, state_id: __, ...beside } = outer;
  if (Object.keys(beside).length === 0) return certificate;
  return { ...certificate, further: { ...beside, ...certificate.further } };
}

function unwrap(row: JsonObject, faults: RowFaults): { row: JsonObject; prefix: string[] } {
  const inner = row['graded_labels'];
  if (inner === undefined) return { row, prefix: [] };
  if (isObject(inner)) return { row: inner, prefix: ['graded_labels'] };
  faults.at(['graded_labels'], 'wrong-type', '"graded_labels" must be an object.');
  return { row, prefix: [] };
}

/** The state that a row is about; one that stands only on the wrapper counts. */
function readStateId(
  outer: JsonObject,
  row: JsonObject,
  prefix: string[],
  faults: RowFaults,
): string | undefined {
  if (row === outer) return readName(row, 'state_id', faults);
  if (row['state_id'] === undefined) return readName(outer, 'state_id', faults);
  const id = readName(row, 'state_id', faults, prefix);
  if (id !== undefined && outer['state_id'] !== undefined && outer['state_id'] !== id) {
    faults.at(
      ['state_id'],
      'state-id-disagrees',
      `The wrapper names another state than its certificate (${JSON.stringify(id)}).`,
    );
  }
  return id;
}

function demandAll(lineOf: Map<string, number>, { split }: SplitContext, faults: RowFaults): void {
  for (const id of split.keys()) {
    if (lineOf.has(id)) continue;
    faults.add('missing-label', `State ${JSON.stringify(id)} of the items has no certificate.`, {
      path: ['state_id'],
      value: JSON.stringify(id),
    });
  }
}
