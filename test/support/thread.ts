import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { WorkerHandle } from '$lib/worker/protocol';

const tsconfig = fileURLToPath(new URL('../../scripts/tsconfig.json', import.meta.url));

/** A real thread of Node behind the shape of a browser's Worker; its death is an `error` event. */
export function startThread(file: URL): WorkerHandle {
  const worker = new Worker(new URL('./thread-entry.mjs', import.meta.url), {
    workerData: { file: file.href, tsconfig },
  });
  const events = new EventTarget();
  const emit = (type: string, fields: object) => events.dispatchEvent(Object.assign(new Event(type), fields));
  worker.on('message', (data) => emit('message', { data }));
  worker.on('messageerror', () => emit('messageerror', {}));
  worker.on('error', (error) => emit('error', { error }));
  worker.on('exit', (code) => emit('error', { message: `exit ${code}` }));
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer as never),
    addEventListener: (type, listener) => events.addEventListener(type, listener),
    removeEventListener: (type, listener) => events.removeEventListener(type, listener),
    terminate: () => worker.terminate(),
  };
}
