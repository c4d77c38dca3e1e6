import { catalogEntry } from '$lib/embedding/catalog';
import type { EmbedApi } from '$lib/embedding/host/api';
import type { OpenRequest, Purpose } from '$lib/embedding/host/request';
import { PUBLIC_HUB } from '$lib/embedding/files/hub';
import type { Supervised } from '$lib/worker/supervise';
import { crossEncoderStage } from '$lib/embedding/second-stage/cross-encoder';
import { workerExpander, workerJudge } from '$lib/embedding/second-stage/judges';
import { learnedSparseStage } from '$lib/embedding/second-stage/learned-sparse';
import type { SecondStage } from '$lib/embedding/second-stage/stage';

/** Hub models that judge pairs or expand texts; from their cards, not tested here. */
export const JUDGES = [
  { purpose: 'relevance', hub: 'Xenova/ms-marco-MiniLM-L-6-v2', note: '23 MB, Apache-2.0' },
  { purpose: 'relevance', hub: 'Xenova/bge-reranker-base', note: '279 MB, MIT' },
  {
    purpose: 'terms',
    hub: 'Xenova/bert-base-uncased',
    note: 'a plain masked language model, 110 MB, Apache-2.0',
  },
] as const satisfies { purpose: Purpose; hub: string; note: string }[];

export const judgeRequest = (purpose: Purpose, id: string): OpenRequest => ({
  purpose,
  origin: { kind: 'hub', id, revision: 'main', hub: PUBLIC_HUB },
  entry: catalogEntry(id)?.id ?? null,
  dtype: 'int8',
  device: 'wasm',
});

/** The second stage of a worker whose model was opened for pairs or for terms. */
export const judgeStage = (purpose: Purpose, worker: Supervised<EmbedApi>, name: string): SecondStage =>
  purpose === 'terms'
    ? learnedSparseStage(workerExpander(worker, name))
    : crossEncoderStage(workerJudge(worker, name));
