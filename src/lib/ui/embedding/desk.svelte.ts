import { CachedEncoder } from '$lib/embedding/cache/cached-encoder';
import { indexedDbStore } from '$lib/embedding/cache/indexed-db';
import type { VectorStore } from '$lib/embedding/cache/store';
import type { Encoder } from '$lib/embedding/encoder';
import { EndpointEncoder, type EmbeddingsEndpoint } from '$lib/embedding/endpoint/embeddings';
import type { EmbedApi } from '$lib/embedding/host/api';
import type { OpenedModel, OpenPlan, OpenRequest } from '$lib/embedding/host/request';
import { ModelWorkers } from '$lib/embedding/remote/model-workers';
import { WorkerEncoder } from '$lib/embedding/remote/worker-encoder';
import { workerScorer } from '$lib/embedding/remote/worker-scorer';
import { cachedScorer } from '$lib/embedding/second-stage/cached-scorer';
import type { PairScorer } from '$lib/embedding/second-stage/pair-scorer';
import type { ReadingEncoder } from '$lib/embedding/unread';
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
  /** Workers that hold the open model; 0 for an endpoint. */
  workers = $state(0);
  #bare: Encoder | null = null;
  #local: WorkerEncoder | null = null;
  #cached: CachedEncoder | null = null;
  #pairs: { bare: PairScorer; cached: PairScorer } | null = null;
  /** Characters that an endpoint is sent of a text. */
  #characters: number | null = null;

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

  /** Late interaction by the open model's token vectors, past the store and with it; null where there are none. */
  get pairs(): { bare: PairScorer; cached: PairScorer } | null {
    return this.opened === null ? null : this.#pairs;
  }

  /** What cached vectors of the open model depend on. */
  get reading(): ReadingEncoder | null {
    if (this.opened === null) return null;
    const { identity, prefix } = this.opened;
    return { identity: { ...identity }, prefix: { ...prefix }, characters: this.#characters };
  }

  async open(
    request: OpenRequest,
    workers: number,
    { signal, onProgress }: CallOptions,
  ): Promise<OpenedModel> {
    this.close();
    const task = { signal, progress: onProgress };
    const held = await ModelWorkers.open(startEmbedWorker, request, workers, task);
    const encoder = new WorkerEncoder(held);
    this.#local = encoder;
    const pairs = workerScorer(held);
    this.#pairs = pairs && { bare: pairs, cached: cachedScorer(pairs, this.store, this.#storeFailed) };
    this.workers = held.count;
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
    this.#characters = endpoint.characters;
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

  #storeFailed = (error: unknown): void => {
    this.storageProblem = error instanceof Error ? error.message : String(error);
  };

  #take(encoder: Encoder, opened: OpenedModel): OpenedModel {
    this.#bare = encoder;
    this.#cached = new CachedEncoder(encoder, this.store, this.#storeFailed);
    this.opened = opened;
    return opened;
  }

  close = (): void => {
    void this.#bare?.dispose();
    this.#bare = null;
    this.#local = null;
    this.#cached = null;
    this.#pairs = null;
    this.#characters = null;
    this.workers = 0;
    this.opened = null;
  };
}

/** What opening a model would fetch. Nothing but a hub's file list goes over the network. */
export async function planOpening(
  request: OpenRequest,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<OpenPlan> {
  const worker = startEmbedWorker();
  try {
    return await worker.call('plan', [request], { signal });
  } finally {
    worker.dispose();
  }
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
