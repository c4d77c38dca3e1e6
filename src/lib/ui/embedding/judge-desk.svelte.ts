import { indexedDbStore } from '$lib/embedding/cache/indexed-db';
import { endpointScorer } from '$lib/embedding/endpoint/scorer';
import type { RerankEndpoint } from '$lib/embedding/endpoint/rerank';
import type { OpenRequest } from '$lib/embedding/host/request';
import { ModelWorkers } from '$lib/embedding/remote/model-workers';
import { workerScorer } from '$lib/embedding/remote/worker-scorer';
import { cachedScorer } from '$lib/embedding/second-stage/cached-scorer';
import type { PairScorer } from '$lib/embedding/second-stage/pair-scorer';
import { Limiter, realClock } from '$lib/llm/limiter';
import type { Progress } from '$lib/serbench/task';
import { NOTHING_AROUND, type Around } from './instructions';
import { startEmbedWorker } from './desk.svelte';

interface CallOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** An open judge: a cross-encoder, a learned sparse model, or a rerank endpoint. */
export interface OpenedJudge {
  bare: PairScorer;
  /** The same with scores kept by this browser. */
  cached: PairScorer;
  /** Every pair is sent to a server. */
  endpoint: boolean;
  notes: string[];
}

/** The page's one open judge. Another one replaces it. A key lives inside the endpoint's scorer and nowhere else. */
export class JudgeDesk {
  opened: OpenedJudge | null = $state.raw(null);
  storageProblem: string | null = $state(null);
  /** What is put before each text: the judge's instruction. */
  around: Around = $state.raw(NOTHING_AROUND);
  readonly #store = indexedDbStore();
  #workers: ModelWorkers | null = null;

  async open(request: OpenRequest, workers: number, { signal, onProgress }: CallOptions): Promise<void> {
    this.close();
    const task = { signal, progress: onProgress };
    const held = await ModelWorkers.open(startEmbedWorker, request, workers, task);
    const bare = workerScorer(held);
    if (bare === null) {
      held.dispose();
      throw new Error('The model scores no pairs.');
    }
    this.#workers = held;
    this.#take(bare, false, held.opened.notes);
  }

  openEndpoint(endpoint: RerankEndpoint, key: string | null): void {
    this.close();
    this.#take(endpointScorer(endpoint, { key, limiter: new Limiter(realClock) }), true, []);
  }

  #take(bare: PairScorer, endpoint: boolean, notes: string[]): void {
    const cached = cachedScorer(bare, this.#store, (error) => {
      this.storageProblem = error instanceof Error ? error.message : String(error);
    });
    this.opened = { bare, cached, endpoint, notes };
  }

  close = (): void => {
    this.#workers?.dispose();
    this.#workers = null;
    this.opened = null;
  };
}
