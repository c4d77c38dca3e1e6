import { expose, transfer as comlinkTransfer, type Endpoint } from 'comlink';
import type { Task } from '$lib/serbench/task';
import { checkpointFor } from './pace';
import type { BridgeEndpoint, Notice, Reply, Runner, ServedApi } from './protocol';
import { progressFor } from './progress';
import { transferablesOf } from './transfer';
import { toWire } from './wire-error';

type Served = (task: Task, ...args: readonly unknown[]) => unknown;

/** What an entry file exports, so that tests run the same entry over a port. */
export interface Server {
  /** A new port whose other end is served here, as a worker would serve it. */
  connect(): MessagePort;
  attach(endpoint: BridgeEndpoint): void;
}

const scope: unknown = globalThis;
const isWorkerScope = (value: unknown): value is BridgeEndpoint =>
  'WorkerGlobalScope' in globalThis && typeof value === 'object' && value !== null && 'postMessage' in value;

/**
 * Offers functions to the page. Every function takes a `Task` first, then what the page passed to `call`; a result
 * wrapped by `transfer` moves its buffers. In a worker it serves the worker's own scope at once; elsewhere (tests)
 * only the ports made by `connect` and the endpoints given to `attach`.
 */
export function serve<Api extends ServedApi<Api>>(api: Api): Server {
  const functions = new Map(Object.entries(api) as [string, Served][]);
  const attach = (endpoint: BridgeEndpoint) => attachTo(endpoint, functions);
  if (isWorkerScope(scope)) {
    const own = scope;
    attach(own);
    own.addEventListener('unhandledrejection', (event) => {
      const reason: unknown = 'reason' in event ? event.reason : undefined;
      own.postMessage({ bridge: 'crashed', error: toWire(reason) } satisfies Notice);
    });
  }
  return {
    attach,
    connect() {
      const { port1, port2 } = new MessageChannel();
      attach(port2 as unknown as BridgeEndpoint);
      return port1;
    },
  };
}

function attachTo(endpoint: BridgeEndpoint, functions: ReadonlyMap<string, Served>): void {
  const running = new Map<number, AbortController>();
  const notify = (notice: Notice) => endpoint.postMessage(notice);

  const runner: Runner = {
    async run(call, name, args) {
      const stop = new AbortController();
      running.set(call, stop);
      const progress = progressFor((latest) => notify({ bridge: 'progress', call, progress: latest }));
      const task: Task = {
        signal: stop.signal,
        progress: progress.report,
        checkpoint: checkpointFor(stop.signal),
      };
      try {
        const served = functions.get(name);
        if (!served) throw new TypeError(`This worker has no function "${name}".`);
        const value = await served(task, ...args);
        progress.flush();
        return comlinkTransfer<Reply>({ ok: true, value }, transferablesOf(value));
      } catch (error) {
        return { ok: false, error: toWire(error) };
      } finally {
        progress.stop();
        running.delete(call);
      }
    },
    abort(call) {
      running.get(call)?.abort();
    },
  };

  expose(runner, endpoint as Endpoint);
  endpoint.addEventListener('messageerror', () => notify({ bridge: 'unreadable' }));
  endpoint.addEventListener('close', () => {
    for (const stop of running.values()) stop.abort();
  });
  notify({ bridge: 'ready' });
}
