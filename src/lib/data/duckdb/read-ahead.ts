import type { PreparedTable } from '../ingest/prepared';

/** Read from disk at once: every read of a Blob crosses between processes. */
const PIECE_BYTES = 16 << 20;
/** Pieces held or on their way: what is read while the engine starts, or is busy with the piece before. */
const AHEAD = 4;

interface Piece {
  table: string;
  content: Blob;
  /** Length of each batch in it. */
  batches: number[];
}

/** A batch of a kept table, and how many bytes of all tables were passed with it. */
export interface KeptBatch {
  table: string;
  bytes: Uint8Array;
  done: number;
}

function piecesOf({ name, batches, content }: PreparedTable): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let end = 0;
  let lengths: number[] = [];
  const cut = () => {
    if (lengths.length > 0)
      pieces.push({ table: name, content: content.slice(start, end), batches: lengths });
    start = end;
    lengths = [];
  };
  for (const length of batches) {
    if (end + length - start > PIECE_BYTES) cut();
    end += length;
    lengths.push(length);
  }
  cut();
  return pieces;
}

/** Reads the batches of kept tables in order, from its making on: some pieces ahead of whoever takes them. */
export class ReadAhead {
  readonly #pieces: Piece[];
  readonly #reading: Promise<ArrayBuffer>[] = [];
  #next = 0;

  constructor(
    tables: readonly PreparedTable[],
    readonly ahead = AHEAD,
  ) {
    this.#pieces = tables.flatMap(piecesOf);
    this.#fill();
  }

  /** Throws what reading a Blob throws, e.g. when the browser has evicted it. */
  async *batches(): AsyncGenerator<KeptBatch, void, void> {
    let done = 0;
    for (const { table, batches } of this.#pieces) {
      const bytes = new Uint8Array((await this.#reading.shift()) ?? new ArrayBuffer(0));
      this.#fill();
      let at = 0;
      for (const length of batches) {
        done += length;
        yield { table, bytes: bytes.subarray(at, at + length), done };
        at += length;
      }
    }
  }

  #fill(): void {
    while (this.#reading.length < this.ahead) {
      const piece = this.#pieces[this.#next];
      if (!piece) return;
      this.#next += 1;
      const reading = piece.content.arrayBuffer();
      // It is awaited later, and may have failed by then.
      reading.catch(() => undefined);
      this.#reading.push(reading);
    }
  }
}
