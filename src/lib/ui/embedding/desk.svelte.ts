import { CachedEncoder } from '$lib/embedding/cache/cached-encoder';
import { indexedDbStore } from '$lib/embedding/cache/indexed-db';
import type { VectorStore } from '$lib/embedding/cache/store';
import type { Encoder } from '$lib/embedding/encoder';
import { EndpointEncoder, type EmbeddingsEndpoint } from '$lib/embedding/endpoint/embeddings';
import type { EmbedApi } from '$lib/embedding/host/api';
import type { OpenedModel, OpenPlan, OpenRequest } from '$lib/embedding/host/request';
import { WorkerEncoder } from '$lib/embedding/remote/worker-encoder';
import { Limiter, realClock } from '$lib/llm/limiter';
import type { Progress } from '$lib/serbench/task';
import { supervise } from '$lib/worker/supervise';

/** A loaded model is kept this long without work: opening it again takes seconds. */
const IDLE_MS = 10 * 60_000;

export const startEmbedWorker = () =>
  supervise<EmbedApi>(
    () => new Worker(new URL('$workers/embed.worker.ts', import.meta.url), { type: 'module', name: 'embed' }),
    { name: 'embed', idleMs: IDLE_MS },
  );

interface CallOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** The page's one open model, with its vectors kept in the browser. Another model replaces it. */
export class EncoderDesk {
  opened: OpenedModel | null = $state.raw(null);
  /** Set when the browser refuses to store vectors: they then last as long as the page. */
  storageProblem: string | null = $state(null);
  readonly store: VectorStore = indexedDbStore();
  #bare: Encoder | null = null;
  #local: WorkerEncoder | null = null;
  #cached: CachedEncoder | null = null;

  /** The open model; its vectors come from the store where they are there. */
  get encoder(): CachedEncoder | null {
    return this.opened === null ? null : this.#cached;
  }

  /** The open model itself, past the store: for timings. */
  get bare(): Encoder | null {
    return this.opened === null ? null : this.#bare;
  }

  /** The open model where its tokens can be looked at. */
  get local(): WorkerEncoder | null {
    return this.opened === null ? null : this.#local;
  }

  /** What opening would fetch. Nothing but a hub's file list goes over the network. */
  async plan(request: OpenRequest, { signal }: Pick<CallOptions, 'signal'>): Promise<OpenPlan> {
    const worker = startEmbedWorker();
    try {
      return await worker.call('plan', [request], { signal });
    } finally {
      worker.dispose();
    }
  }

  async open(
    request: OpenRequest,
    workers: number,
    { signal, onProgress }: CallOptions,
  ): Promise<OpenedModel> {
    this.close();
    const encoder = await WorkerEncoder.open(startEmbedWorker, request, workers, {
      signal,
      progress: onProgress,
    });
    this.#local = encoder;
    return this.#take(encoder, encoder.opened);
  }

  /** Opens an endpoint with one small question. The key stays in this object and goes nowhere else. */
  async openEndpoint(
    endpoint: EmbeddingsEndpoint,
    key: string | null,
    { signal }: Pick<CallOptions, 'signal'>,
  ): Promise<OpenedModel> {
    this.close();
    const encoder = await EndpointEncoder.open(endpoint, { key, limiter: new Limiter(realClock) }, signal);
    const { identity, dimensions, prefix } = encoder;
    return this.#take(encoder, {
      identity,
      kind: 'endpoint',
      purpose: 'vectors',
      dimensions,
      device: 'none',
      prefix: { ...prefix },
      limit: null,
      check: null,
      notes: [],
    });
  }

  #take(encoder: Encoder, opened: OpenedModel): OpenedModel {
    this.#bare = encoder;
    this.#cached = new CachedEncoder(encoder, this.store, (error) => {
      this.storageProblem = error instanceof Error ? error.message : String(error);
    });
    this.opened = opened;
    return opened;
  }

  close = (): void => {
    void this.#bare?.dispose();
    this.#bare = null;
    this.#local = null;
    this.#cached = null;
    this.opened = null;
  };
}

/** A task for an encoder out of what a `Job` hands its work. */
export const taskOf = ({ signal, onProgress }: CallOptions) => ({
  signal,
  progress: onProgress,
  checkpoint: () => {
    signal.throwIfAborted();
    return Promise.resolve();
  },
});
