import type { InflateApi } from '$workers/inflate.worker';
import { supervise } from '$lib/worker/supervise';

const worker = supervise<InflateApi>(
  () =>
    new Worker(new URL('$workers/inflate.worker.ts', import.meta.url), { type: 'module', name: 'inflate' }),
  { name: 'inflate' },
);

/** Below this a thread of its own costs more than it saves. */
const LARGE_BYTES = 1 << 20;

/** A file that is inflated beside the thread that reads it. */
export interface Inflating {
  /** Where its bytes come out. */
  port: MessagePort;
  /** Rejects when the inflating breaks off for a reason that is not the file's. */
  done: Promise<void>;
}

/** Starts inflating a large gzip file where there is more than one core; null otherwise. */
export async function inflateBeside(file: Blob, signal: AbortSignal): Promise<Inflating | null> {
  if (file.size < LARGE_BYTES || navigator.hardwareConcurrency < 2) return null;
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return null;
  const { port1, port2 } = new MessageChannel();
  return { port: port1, done: worker.call('inflate', [file, port2], { signal, transfer: [port2] }) };
}
