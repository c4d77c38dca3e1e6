import type { Batch } from '../arrow/batch-writer';
import { Flow } from './flow';

/** What goes from the reader to DuckDB while the file is still being read. */
export type BatchMessage =
  | { kind: 'batch'; table: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; rows: [table: string, rows: number][] };

/** What comes back: the buffer of a batch that is in its table. */
export interface BatchTaken {
  table: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The most that is on its way: a release is read while the engine still starts, a giant file waits for it. */
export const IN_FLIGHT_BYTES = 128 << 20;

/** Sends batches, gives their buffers away and gets them back, in order, when the other end has taken them. */
export class BatchSender {
  readonly flow: Flow;

  constructor(
    readonly port: MessagePort,
    readonly returned: (taken: BatchTaken) => void,
    limit = IN_FLIGHT_BYTES,
  ) {
    this.flow = new Flow(limit);
    port.onmessage = ({ data }: MessageEvent<BatchTaken>) => {
      returned(data);
      this.flow.taken(data.bytes.length);
    };
  }

  send({ table, bytes }: Batch): void {
    this.flow.sent(bytes.length);
    this.port.postMessage({ kind: 'batch', table, bytes } satisfies BatchMessage, [bytes.buffer]);
  }

  /** Says that all is sent, and how many rows each table must hold. */
  end(rows: [table: string, rows: number][]): void {
    this.port.postMessage({ kind: 'end', rows } satisfies BatchMessage);
  }

  /** Waits until every buffer is back; the port is closed then. Rejects with the signal's reason. */
  async drained(signal: AbortSignal): Promise<void> {
    await this.flow.drained(signal);
    this.port.close();
  }
}

/**
 * Hands every batch to `take` as it comes and gives its buffer back; resolves with the row counts once all were taken.
 * Rejects with what `take` throws, or with the signal's reason: a sender that breaks off is noticed by nobody else.
 */
export function receiveBatches(
  port: MessagePort,
  signal: AbortSignal,
  take: (table: string, bytes: Uint8Array) => void,
): Promise<[table: string, rows: number][]> {
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown) => {
      port.close();
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const stop = () => fail(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    port.onmessage = ({ data }: MessageEvent<BatchMessage>) => {
      if (data.kind === 'end') {
        signal.removeEventListener('abort', stop);
        return resolve(data.rows);
      }
      const { table, bytes } = data;
      try {
        take(table, bytes);
      } catch (error) {
        return fail(error);
      }
      port.postMessage({ table, bytes } satisfies BatchTaken, [bytes.buffer]);
    };
  });
}
