import { decompress } from '$lib/serbench/reading/decompress';
import { FileError } from '$lib/serbench/reading/file-error';
import { RowFaults, type FaultDetail } from '$lib/serbench/reading/row-faults';
import { BYTE_ORDER_MARK, decodeUtf8 } from '$lib/serbench/reading/text';
import type { Task } from '$lib/serbench/task';

/** What a run may hold, unpacked: beyond it an engine could not keep the text as one string. */
const MAX_RUN_BYTES = 256 * 2 ** 20;

/** Faults of a text that is read as a whole: a place in it becomes a line and a column of that line, both from 1. */
export class WholeTextFaults extends RowFaults {
  #starts: number[] | null = null;

  override add(code: string, message: string, detail: FaultDetail = {}): void {
    if (detail.column === undefined) return super.add(code, message, detail);
    const { line, column } = this.#placeOf(detail.column - 1);
    const before = this.line;
    this.line = line;
    super.add(code, message, { ...detail, column });
    this.line = before;
  }

  #placeOf(at: number): { line: number; column: number } {
    this.#starts ??= [...this.text.matchAll(/\n/g)].map(({ index }) => index + 1);
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? Infinity) <= at) low = middle + 1;
      else high = middle;
    }
    return { line: low + 1, column: at - (this.#starts[low - 1] ?? 0) + 1 };
  }
}

/** A file's text, unpacked when it is gzip and without a byte order mark; null with a fault when it is no text. */
export async function readText(blob: Blob, faults: RowFaults, task: Task): Promise<string | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const part of decompress(blob, task)) {
      size += part.length;
      if (size > MAX_RUN_BYTES) {
        faults.add('too-large', `The file holds more than ${MAX_RUN_BYTES / 2 ** 20} MB of text; split it.`);
        return null;
      }
      parts.push(Uint8Array.from(part));
      task.signal.throwIfAborted();
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    faults.add(error.code, error.message, { value: error.value, hint: error.hint });
    return null;
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  const decoded = decodeUtf8(bytes);
  if ('text' in decoded)
    return decoded.text.startsWith(BYTE_ORDER_MARK) ? decoded.text.slice(1) : decoded.text;
  const before = new TextDecoder().decode(bytes).slice(0, decoded.column - 1);
  faults.line = before.split('\n').length;
  faults.add('not-utf8', 'The file is not valid UTF-8; save it as UTF-8.', {
    column: before.length - before.lastIndexOf('\n'),
    value: decoded.bytes,
  });
  return null;
}
