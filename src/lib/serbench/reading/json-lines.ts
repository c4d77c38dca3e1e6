import type { FaultList } from '../fault';
import type { Task } from '../task';
import { decompress } from './decompress';
import { FileError } from './file-error';
import { refuseArray, refuseBinary } from './file-kind';
import { MAX_LINE_BYTES, splitLines } from './lines';
import { parseLine, UNREADABLE } from './parse-line';
import { RowFaults } from './row-faults';
import type { ByteSource } from './source';
import { BYTE_ORDER_MARK, decodeUtf8 } from './text';

/** A record that parsed; `text` is its line, for locating faults, and `bytes` the same as it stands in the file. */
export interface JsonLine {
  /** 1-based physical line. */
  line: number;
  value: unknown;
  text: string;
  bytes: Uint8Array;
}

/** How far a reader came. */
export interface ReadEnd {
  /** The last physical line met; at least 1. */
  line: number;
  /** False when a fault of the file ended the reading early. */
  whole: boolean;
}

const CHECKPOINT_BYTES = 1 << 20;
/** A blank line costs time too, though it holds no bytes. */
const LINE_COST = 64;

/**
 * The records of a JSON Lines file, gzip or not, in order. Faults go to the list with line and column: what cannot be
 * read is left out, never guessed. Returns how far it came; throws only the task's cancel and faults of the program.
 */
export async function* readJsonLines(
  source: ByteSource,
  file: string,
  faults: FaultList,
  task: Task,
): AsyncGenerator<JsonLine, ReadEnd, void> {
  const rows = new RowFaults(faults, file);
  let work = 0;
  let first = true;
  try {
    for await (const { line, bytes } of splitLines(guarded(decompress(source, task)))) {
      rows.line = line;
      work += (bytes?.length ?? 0) + LINE_COST;
      if (work > CHECKPOINT_BYTES) {
        work = 0;
        await task.checkpoint();
      }
      const text = readText(bytes, rows);
      if (bytes === null || text === null || text.trim() === '') continue;
      if (first) refuseArray(text);
      first = false;
      const value = parseLine(text, rows);
      if (value !== UNREADABLE) yield { line, value, text, bytes: withoutMark(bytes) };
    }
    return { line: rows.line, whole: true };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    rows.add(error.code, error.message, { value: error.value, hint: error.hint });
    return { line: rows.line, whole: false };
  }
}

/** A line's text without byte order mark and carriage return; null, with a fault, when it has none. */
function readText(bytes: Uint8Array | null, rows: RowFaults): string | null {
  if (bytes === null) {
    const limit = `${MAX_LINE_BYTES / 2 ** 20} MB`;
    rows.add(
      'line-too-long',
      `The line is longer than ${limit}, the most that is read; a record is one line and far shorter.`,
    );
    return null;
  }
  const decoded = decodeUtf8(bytes);
  if (!('text' in decoded)) {
    rows.add('not-utf8', 'The line is not valid UTF-8; save the file as UTF-8.', {
      column: decoded.column,
      value: decoded.bytes,
    });
    return null;
  }
  let { text } = decoded;
  if (text.startsWith(BYTE_ORDER_MARK)) {
    const mark = { column: 1, value: '\\ufeff' };
    if (rows.line > 1) {
      rows.add('byte-order-mark', 'A byte order mark stands inside the file; remove it.', {
        ...mark,
        hint: 'two files joined',
      });
      return null;
    }
    rows.add('byte-order-mark', 'The file starts with a byte order mark; it is skipped.', {
      ...mark,
      severity: 'warning',
    });
    text = text.slice(1);
  }
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

const MARK = [0xef, 0xbb, 0xbf];

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  MARK.every((byte, i) => bytes[i] === byte) ? bytes.subarray(MARK.length) : bytes;

/** Refuses a binary file by its first bytes. */
async function* guarded(
  chunks: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  let first = true;
  for await (const chunk of chunks) {
    if (first && chunk.length > 0) {
      refuseBinary(chunk);
      first = false;
    }
    yield chunk;
  }
}
