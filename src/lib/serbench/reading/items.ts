import type { FaultList } from '../fault';
import { indexState, type IndexedState, type SplitIndex } from '../split-index';
import type { State } from '../state';
import type { Task } from '../task';
import { readName, type JsonObject } from './fields';
import { readRows } from './rows';
import type { ByteSource } from './source';
import { readState } from './state-row';

/** A sound state with the row that it was read from. */
export interface ItemRow {
  state: State;
  /** The row as written: it may hold fields that a State has not. */
  row: JsonObject;
  /** Its line in the file. */
  bytes: Uint8Array;
}

/**
 * The sound states of an items file, in order. Absent text fields read as empty; a row with any fault is left out and
 * its faults are in the list. Fields that the State type does not know do not pass: a certificate on an item never
 * reaches inference.
 */
export async function* readItems(
  source: ByteSource,
  file: string,
  faults: FaultList,
  task: Task,
): AsyncGenerator<State, void, void> {
  for await (const { state } of readItemRows(source, file, faults, task)) yield state;
}

/** As `readItems`, with the rows as they are written; these are never for inference. */
export async function* readItemRows(
  source: ByteSource,
  file: string,
  faults: FaultList,
  task: Task,
): AsyncGenerator<ItemRow, void, void> {
  const rows = readRows(source, file, faults, task);
  const lineOf = new Map<string, number>();
  for await (const row of rows.objects) {
    const before = faults.errors;
    const id = readName(row, 'state_id', rows.faults);
    if (id !== undefined) {
      const first = lineOf.get(id);
      if (first === undefined) lineOf.set(id, rows.faults.line);
      else
        rows.faults.at(
          ['state_id'],
          'duplicate-state',
          `State ${JSON.stringify(id)} stands on line ${first} already.`,
        );
    }
    const state = readState(row, id ?? '', rows.faults);
    if (faults.errors === before) yield { state, row, bytes: rows.faults.bytes };
  }
}

/** Reads a whole items file into an index, without the texts. */
export async function readSplitIndex(
  source: ByteSource,
  file: string,
  faults: FaultList,
  task: Task,
): Promise<SplitIndex> {
  const index = new Map<string, IndexedState>();
  for await (const state of readItems(source, file, faults, task))
    index.set(state.state_id, indexState(state));
  return index;
}
