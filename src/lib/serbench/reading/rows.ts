import type { FaultList } from '../fault';
import type { Task } from '../task';
import { isObject, type JsonObject } from './fields';
import { readJsonLines, type ReadEnd } from './json-lines';
import { RowFaults } from './row-faults';
import type { ByteSource } from './source';

/** A file being read: its objects, and where the reader is. */
export interface Rows {
  objects: AsyncGenerator<JsonObject, ReadEnd, void>;
  faults: RowFaults;
}

/** The objects of a JSON Lines file. A row that is no object is a fault, and so is a file without any row. */
export function readRows(source: ByteSource, file: string, list: FaultList, task: Task): Rows {
  const faults = new RowFaults(list, file);
  return { faults, objects: objects(readJsonLines(source, file, list, task), faults) };
}

async function* objects(
  lines: ReturnType<typeof readJsonLines>,
  faults: RowFaults,
): AsyncGenerator<JsonObject, ReadEnd, void> {
  const before = faults.errors;
  let any = false;
  try {
    for (;;) {
      const next = await lines.next();
      if (next.done) {
        faults.line = next.value.line;
        if (!any && faults.errors === before)
          faults.add('no-rows', 'The file holds no rows; one JSON object a line is expected.');
        return next.value;
      }
      any = true;
      faults.line = next.value.line;
      faults.text = next.value.text;
      faults.bytes = next.value.bytes;
      if (isObject(next.value.value)) yield next.value.value;
      else faults.at([], 'not-an-object', 'A row must be a JSON object.');
    }
  } finally {
    await lines.return({ line: faults.line, whole: false });
  }
}
