import type { SplitRecord } from '$lib/data/schema';
import type { Prediction } from '$lib/serbench/prediction';
import type { ScoreResult } from '$lib/serbench/score/session';
import { supervise } from '$lib/worker/supervise';
import type { ScoreApi } from '$workers/score.worker';
import type { Hooks } from './hooks';

export const CUTOFFS = [5, 8];

const IDLE_MS = 10 * 60_000;

/** Scores rankings of a split that has certificates, in the scoring worker. */
export class Scoring {
  #worker = supervise<ScoreApi>(
    () => new Worker(new URL('$workers/score.worker.ts', import.meta.url), { type: 'module', name: 'score' }),
    { name: 'score', idleMs: IDLE_MS },
  );
  #last: Promise<unknown> = Promise.resolve();

  /** The worker holds one split and one set of runs: calls wait for each other. */
  score(split: SplitRecord, rows: readonly Prediction[], hooks: Hooks): Promise<ScoreResult> {
    const next = this.#last.then(() => this.#score(split, rows, hooks));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #score(split: SplitRecord, rows: readonly Prediction[], hooks: Hooks): Promise<ScoreResult> {
    if (!split.labels) throw new Error('No certificates are loaded for this split.');
    const items = { name: split.itemsName, blob: split.items };
    const labels = { name: split.labelsName ?? 'labels.jsonl', blob: split.labels };
    const opened = await this.#worker.call('open', [items, labels], hooks);
    const [fault] = opened.faults.kept;
    if (opened.faults.errors > 0) throw new Error(fault?.message ?? 'The labels have faults.');
    await this.#worker.call('clearRuns', []);
    for (const [method, own] of Map.groupBy(rows, (row) => row.method)) {
      await this.#worker.call('setRun', [method, own]);
    }
    return this.#worker.call('score', [CUTOFFS], hooks);
  }

  dispose(): void {
    this.#worker.dispose();
  }
}
