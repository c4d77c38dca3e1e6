import type { Batch } from '../arrow/batch-writer';

/** What goes from the reader to DuckDB while the file is still being read. */
export type BatchMessage =
  | { kind: 'batch'; table: string; bytes: Uint8Array }
  | { kind: 'end'; rows: [table: string, rows: number][] };

/** Sends a batch and gives its buffer away. */
export const sendBatch = (port: MessagePort, { table, bytes }: Batch): void =>
  port.postMessage({ kind: 'batch', table, bytes } satisfies BatchMessage, [bytes.buffer]);

/** Says that all is sent, and how many rows each table must hold. */
export const sendEnd = (port: MessagePort, rows: [table: string, rows: number][]): void =>
  port.postMessage({ kind: 'end', rows } satisfies BatchMessage);

/**
 * Hands every batch to `take` as it comes; resolves with the row counts once all were taken. Rejects with what `take`
 * throws, or with the signal's reason: a sender that breaks off is noticed by nobody else.
 */
export function receiveBatches(
  port: MessagePort,
  signal: AbortSignal,
  take: (table: string, bytes: Uint8Array) => void,
): Promise<[table: string, rows: number][]> {
  const received = new Promise<[table: string, rows: number][]>((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    port.onmessage = ({ data }: MessageEvent<BatchMessage>) => {
      if (signal.aborted) return;
      if (data.kind === 'end') return resolve(data.rows);
      try {
        take(data.table, data.bytes);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
  });
  return received.finally(() => port.close());
}
