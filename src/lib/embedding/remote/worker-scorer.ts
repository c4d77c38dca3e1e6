import { PAIRS_OF } from '../host/pairs';
import type { PairScorer } from '../second-stage/pair-scorer';
import { planCalls } from './chunks';
import type { ModelWorker, ModelWorkers } from './model-workers';

/** Pairs that cross to a worker in one call. */
const PAIRS_A_CALL = 8;

/** A model in one or more workers as a scorer of pairs; null where the model gives no such scores. */
export function workerScorer(workers: ModelWorkers): PairScorer | null {
  const { identity, purpose, kind: made, prefix } = workers.opened;
  if (made === 'endpoint') return null;
  const kind = PAIRS_OF[made === 'static' ? 'static' : purpose === 'vectors' ? 'encoder' : purpose];
  if (kind === null) return null;
  return {
    kind,
    identity,
    prefix: kind === 'late-interaction' ? prefix : { query: '', document: '' },
    listwise: false,
    async score(query, documents, task) {
      const scores = new Array<number>(documents.length).fill(0);
      let done = 0;
      const read = async (worker: ModelWorker, call: number[], signal: AbortSignal): Promise<void> => {
        const texts = call.map((i) => documents[i] ?? '');
        const part = await worker.call('scorePairs', [query, texts], { signal });
        call.forEach((i, row) => (scores[i] = part[row] ?? 0));
        done += call.length;
        task.progress({ done, total: documents.length, unit: 'units' });
      };
      await workers.share(planCalls(documents, PAIRS_A_CALL), read, task.signal);
      return scores;
    },
  };
}
