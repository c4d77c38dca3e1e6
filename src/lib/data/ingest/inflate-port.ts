import { decompress } from '$lib/serbench/reading/decompress';
import { FileError } from '$lib/serbench/reading/file-error';
import type { PlainSource, ReopenableSource } from '$lib/serbench/reading/source';
import type { Progress, Task } from '$lib/serbench/task';
import { Flow } from './flow';

/** What a thread that inflates sends; back comes the length of every block that was taken. */
type InflateMessage = { progress: Progress | null } & (
  | { kind: 'block'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end' }
  | { kind: 'fault'; code: string; message: string; value: string; hint: string | undefined }
);

/** Several lines of a release: they need not be joined from pieces then. */
const BLOCK = 768 << 10;
export const INFLATED_IN_FLIGHT = 32 << 20;

/**
 * Inflates a file for another thread, in blocks, never more than a bound ahead of it. A fault of the file goes through
 * the port; anything else rejects.
 */
export async function sendInflated(
  source: ReopenableSource,
  port: MessagePort,
  task: Task,
  limit = INFLATED_IN_FLIGHT,
): Promise<void> {
  const flow = new Flow(limit);
  port.onmessage = ({ data }: MessageEvent<number>) => flow.taken(data);
  let progress: Progress | null = null;
  const send = (message: InflateMessage, transfer: Transferable[] = []) => {
    progress = null;
    port.postMessage(message, transfer);
  };
  let block = new Uint8Array(BLOCK);
  let filled = 0;
  const sendBlock = () => {
    if (filled === 0) return;
    const bytes = block.subarray(0, filled);
    flow.sent(filled);
    send({ kind: 'block', progress, bytes }, [block.buffer]);
    block = new Uint8Array(BLOCK);
    filled = 0;
  };
  try {
    const told = { ...task, progress: (latest: Progress) => (progress = latest) };
    for await (const chunk of decompress(source, told)) {
      for (let at = 0; at < chunk.length;) {
        const part = chunk.subarray(at, at + BLOCK - filled);
        block.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === BLOCK) sendBlock();
      }
      await flow.room(task.signal);
      await task.checkpoint();
    }
    sendBlock();
    send({ kind: 'end', progress });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    sendBlock();
    const { code, message, value, hint } = error;
    send({ kind: 'fault', progress, code, message, value, hint });
  }
}

/** The bytes that come through a port, to be read once. A fault of the file is thrown where it stands. */
export const inflatedSource = (port: MessagePort, task: Task): PlainSource => ({
  plain: () => receiveInflated(port, task),
});

async function* receiveInflated(port: MessagePort, task: Task): AsyncGenerator<Uint8Array, void, void> {
  const queue: InflateMessage[] = [];
  let wake: () => void = () => undefined;
  port.onmessage = ({ data }: MessageEvent<InflateMessage>) => {
    queue.push(data);
    wake();
  };
  const stop = () => wake();
  task.signal.addEventListener('abort', stop);
  try {
    for (;;) {
      task.signal.throwIfAborted();
      const message = queue.shift();
      if (!message) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (message.progress) task.progress(message.progress);
      if (message.kind === 'end') return;
      if (message.kind === 'fault') {
        throw new FileError(message.code, message.message, message.value, message.hint);
      }
      port.postMessage(message.bytes.length);
      yield message.bytes;
    }
  } finally {
    task.signal.removeEventListener('abort', stop);
    port.close();
  }
}
