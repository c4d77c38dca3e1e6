import type { Progress, Task } from '$lib/serbench/task';
import type { WireError } from './wire-error';

/** What a worker offers: functions that take a Task first. */
export type ServedApi<Api> = { [K in keyof Api]: (task: Task, ...args: never[]) => unknown };

/** The arguments after the Task. */
export type CallArguments<F> = F extends (task: Task, ...args: infer Rest) => unknown ? Rest : never;
export type CallResult<F> = F extends (task: Task, ...args: never[]) => infer R ? Awaited<R> : never;

/** What Comlink answers for `run`: errors as data, because Comlink's own wire form drops their cause. */
export type Reply = { ok: true; value: unknown } | { ok: false; error: WireError };

/** The object that Comlink exposes in the worker. */
export interface Runner {
  run(call: number, name: string, args: readonly unknown[]): Promise<Reply>;
  abort(call: number): void;
}

/**
 * Beside Comlink's messages, worker to page only. They carry no `id`, so Comlink passes them over. Progress goes
 * on the same port as the replies: it can never arrive after its call's result.
 */
export type Notice =
  | { bridge: 'ready' }
  | { bridge: 'progress'; call: number; progress: Progress }
  | { bridge: 'unreadable' }
  | { bridge: 'crashed'; error: WireError };

export function isNotice(data: unknown): data is Notice {
  return typeof data === 'object' && data !== null && 'bridge' in data;
}

/** The part of Worker, MessagePort and a worker's global scope that the bridge uses. */
export interface BridgeEndpoint {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  start?(): void;
}

/** A started worker, or a port to one. */
export type WorkerHandle = BridgeEndpoint & ({ terminate(): unknown } | { close(): unknown });
