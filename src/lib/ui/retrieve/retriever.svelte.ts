import { base } from '$app/paths';
import type { SplitRecord } from '$lib/data/schema';
import { sha256 } from '$lib/data/hash';
import { leaveOneOutRows } from '$lib/retrieval/report/leave-one-out';
import { canonicalConfiguration, EIGHT_VIEWS, type Configuration } from '$lib/retrieval/run/configuration';
import { complementRows, mergeShards, viewRows, type StateViews } from '$lib/retrieval/run/split-rankings';
import type { Prediction } from '$lib/serbench/prediction';
import type { ScoreResult } from '$lib/serbench/score/session';
import { supervise, type Supervised } from '$lib/worker/supervise';
import type { Items, RetrievalApi, StateDetail } from '$workers/retrieval.worker';
import type { ScoreApi } from '$workers/score.worker';
import { Job } from '../kit/job.svelte';
import { workspace } from '../workspace.svelte';

export const CUTOFFS = [5, 8];

/** Rankings of a split together with the configuration that made them: later moves of a slider do not touch it. */
export interface Ranked {
  split: SplitRecord;
  configuration: Configuration;
  states: StateViews[];
}

const IDLE_MS = 10 * 60_000;

export const itemsOf = ({ key, itemsName, items }: SplitRecord): Items => ({
  key,
  name: itemsName,
  blob: items,
});

/** Ranks splits in workers and scores what comes out on the scoring side. */
export class Retriever {
  readonly job = new Job();
  readonly opening = new Job();
  label = $state('Ranking');
  configuration: Configuration = $state.raw(EIGHT_VIEWS);
  complement = $state(false);
  workers = $state(1);
  ranked: Ranked | null = $state.raw(null);
  result: ScoreResult | null = $state.raw(null);
  detail: StateDetail | null = $state.raw(null);
  stateIds: string[] = $state.raw([]);
  #pool: Supervised<RetrievalApi>[] = [];
  #score = supervise<ScoreApi>(
    () => new Worker(new URL('$workers/score.worker.ts', import.meta.url), { type: 'module', name: 'score' }),
    { name: 'score', idleMs: IDLE_MS },
  );

  worker(index = 0): Supervised<RetrievalApi> {
    const known = this.#pool[index];
    if (known) return known;
    const made = supervise<RetrievalApi>(
      () =>
        new Worker(new URL('$workers/retrieval.worker.ts', import.meta.url), {
          type: 'module',
          name: 'retrieval',
        }),
      { name: 'retrieval', idleMs: IDLE_MS },
    );
    this.#pool[index] = made;
    return made;
  }

  /** The site's root, for the static encoder; null when nothing needs it. */
  #base(): string | null {
    const dense = this.configuration.views.some(({ name }) => name === 'dense');
    return dense || this.complement ? this.site : null;
  }

  get site(): string {
    return new URL(`${base}/`, window.location.href).href;
  }

  /** The dear stage over all states, in as many workers as chosen, then the scores where certificates are there. */
  async rank(split: SplitRecord): Promise<void> {
    const configuration = this.configuration;
    const views = configuration.views.map(({ name, parameters }) => ({ name, parameters }));
    this.label = `Ranking ${split.label}`;
    this.result = null;
    await this.job.run(async (hooks) => {
      const of = Math.max(1, this.workers);
      const root = this.#base();
      const shards = Array.from({ length: of }, (_, index) => {
        const request = { views, complement: this.complement, shard: { index, of } };
        // One worker's progress stands for all: they share the states evenly.
        const options = index === 0 ? hooks : { signal: hooks.signal };
        return this.worker(index).call('rank', [itemsOf(split), request, root], options);
      });
      const states = mergeShards(await Promise.all(shards));
      this.ranked = { split, configuration, states };
      this.stateIds = states.map(({ state_id }) => state_id);
      if (split.labels) await this.#scoreAll(split, hooks);
    });
  }

  async #scoreAll(split: SplitRecord, hooks: Parameters<Parameters<Job['run']>[0]>[0]): Promise<void> {
    if (!this.ranked || !split.labels) return;
    this.label = 'Scoring';
    const { states, configuration } = this.ranked;
    const items = { name: split.itemsName, blob: split.items };
    const labels = { name: split.labelsName ?? 'labels.jsonl', blob: split.labels };
    const opened = await this.#score.call('open', [items, labels], hooks);
    const [fault] = opened.faults.kept;
    if (opened.faults.errors > 0) throw new Error(fault?.message ?? 'The labels have faults.');
    const rows = [
      ...configuration.views.flatMap(({ name }) => viewRows(states, name)),
      ...leaveOneOutRows(states, configuration),
      ...(complementRows(states) ?? []),
    ];
    await this.#score.call('clearRuns', []);
    for (const [method, own] of Map.groupBy(rows, (row) => row.method)) {
      await this.#score.call('setRun', [method, own]);
    }
    this.result = await this.#score.call('score', [CUTOFFS], hooks);
  }

  /** One state for the live part: all its views once, whatever the sliders do then. */
  async open(split: SplitRecord, id: string): Promise<void> {
    const views = this.configuration.views.map(({ name, parameters }) => ({ name, parameters }));
    await this.opening.run(async (hooks) => {
      this.detail = await this.worker().call('detail', [itemsOf(split), id, views, this.#base()], hooks);
    });
  }

  async list(split: SplitRecord): Promise<void> {
    await this.opening.run(async (hooks) => {
      this.stateIds = await this.worker().call('states', [itemsOf(split)], hooks);
    });
  }

  /** Keeps a ranking among the workspace's runs, ready to be scored and compared. */
  async keep(rows: Prediction[], method: string): Promise<void> {
    const configuration = this.ranked?.configuration ?? this.configuration;
    await workspace.addRun({
      method,
      origin: method.startsWith('complement-fused') || method === 'rrf' ? 'fusion' : `view:${method}`,
      configurationHash: await sha256(canonicalConfiguration(configuration)),
      configuration,
      rows: rows.map((row) => ({ ...row, method })),
      failed: [],
    });
  }

  forget(): void {
    this.ranked = null;
    this.result = null;
    this.detail = null;
    this.stateIds = [];
  }

  dispose(): void {
    this.job.cancel();
    for (const worker of this.#pool) worker.dispose();
    this.#score.dispose();
  }
}
