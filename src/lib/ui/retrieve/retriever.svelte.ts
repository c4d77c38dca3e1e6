import { base } from '$app/paths';
import type { SplitRecord } from '$lib/data/schema';
import { sha256 } from '$lib/data/hash';
import type { Encoder, VectorIdentity } from '$lib/embedding/encoder';
import { stageRows } from '$lib/embedding/second-stage/split';
import type { SecondStage } from '$lib/embedding/second-stage/stage';
import { leaveOneOutRows } from '$lib/retrieval/report/leave-one-out';
import { canonicalConfiguration, EIGHT_VIEWS, type Configuration } from '$lib/retrieval/run/configuration';
import {
  drawStates,
  selectQueryForm,
  SELECTION_STATES,
  type FormSelection,
} from '$lib/retrieval/rankers/query-form-selection';
import { addDense, denseRanking, inOrder } from '$lib/retrieval/run/dense-split';
import { denseVectors } from '$lib/retrieval/run/text-encoder';
import { complementRows, mergeShards, viewRows, type StateViews } from '$lib/retrieval/run/split-rankings';
import type { Prediction } from '$lib/serbench/prediction';
import type { ScoreResult } from '$lib/serbench/score/session';
import { formValues } from './form-values';
import { supervise, type Supervised } from '$lib/worker/supervise';
import type { Items, RetrievalApi, StateDetail } from '$workers/retrieval.worker';
import type { ScoreApi } from '$workers/score.worker';
import { EncoderDesk, taskOf } from '../embedding/desk.svelte';
import { Job } from '../kit/job.svelte';
import { workspace } from '../workspace.svelte';
import { Consent } from './consent.svelte';

export const CUTOFFS = [5, 8];

/** Rankings of a split together with the configuration that made them: later moves of a slider do not touch it. */
export interface Ranked {
  split: SplitRecord;
  configuration: Configuration;
  states: StateViews[];
  /** Who read for the dense view; null for the site's static encoder. */
  denseBy: VectorIdentity | null;
}

type Hooks = Parameters<Parameters<Job['run']>[0]>[0];

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
  /** The model that the user opened for split-level work, and whether the dense view reads with it. */
  readonly desk = new EncoderDesk();
  readonly consent = new Consent();
  denseByDesk = $state(false);
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

  /** The user's own encoder for the dense view, when there is such a view and such a wish. */
  get denseEncoder(): Encoder | null {
    const dense = this.configuration.views.some(({ name }) => name === 'dense');
    return dense && this.denseByDesk ? this.desk.encoder : null;
  }

  /** The views that the worker ranks by itself, and the site's root where it needs the static encoder for that. */
  #asked(own: Encoder | null, complement: boolean) {
    const views = this.configuration.views
      .filter(({ name }) => own === null || name !== 'dense')
      .map(({ name, parameters }) => ({ name, parameters }));
    const dense = views.some(({ name }) => name === 'dense');
    return { views, root: dense || complement ? this.site : null };
  }

  /** A state of the split, for a model that reads it. */
  stateOf(split: SplitRecord, signal: AbortSignal) {
    return (id: string) => this.worker().call('state', [itemsOf(split), id], { signal });
  }

  /** Times the open model and waits for a yes where it will read for long. */
  async agree(split: SplitRecord, leading: number | null, hooks: Hooks): Promise<void> {
    const { bare } = this.desk;
    if (bare === null) throw new Error('No model is open: open one under "Read with a model".');
    hooks.onProgress({ done: 0, total: null, unit: 'texts', note: 'Timing the model' });
    const load = await this.worker().call('load', [itemsOf(split), leading], { signal: hooks.signal });
    await this.consent.ask(bare, load, taskOf(hooks));
  }

  /** A second stage over the fusion of the split as it was ranked. */
  async stage(ranked: Ranked, stage: SecondStage, leading: number, hooks: Hooks): Promise<Prediction[]> {
    await this.agree(ranked.split, leading, hooks);
    const stateOf = this.stateOf(ranked.split, hooks.signal);
    const task = this.consent.watch(taskOf(hooks));
    return stageRows(stage, ranked.states, ranked.configuration, stateOf, task);
  }

  get site(): string {
    return new URL(`${base}/`, window.location.href).href;
  }

  /** The dear stage over all states, in as many workers as chosen, then the scores where certificates are there. */
  async rank(split: SplitRecord): Promise<void> {
    const configuration = this.configuration;
    const own = this.denseEncoder;
    const { views, root } = this.#asked(own, this.complement);
    this.label = `Ranking ${split.label}`;
    this.result = null;
    await this.job.run(async (hooks) => {
      if (own !== null) await this.agree(split, null, hooks);
      const of = Math.max(1, this.workers);
      const likeness = configuration.lambda < 1;
      const shards = Array.from({ length: of }, (_, index) => {
        const request = { views, complement: this.complement, likeness, shard: { index, of } };
        // One worker's progress stands for all: they share the states evenly.
        const options = index === 0 ? hooks : { signal: hooks.signal };
        return this.worker(index).call('rank', [itemsOf(split), request, root], options);
      });
      let states = mergeShards(await Promise.all(shards));
      if (own !== null) {
        const names = configuration.views.map(({ name }) => name);
        const task = this.consent.watch(taskOf(hooks));
        states = await addDense(states, names, this.stateOf(split, hooks.signal), own, task);
      }
      this.ranked = { split, configuration, states, denseBy: own?.identity ?? null };
      this.stateIds = states.map(({ state_id }) => state_id);
      if (split.labels) await this.#scoreAll(split, hooks);
    });
  }

  /** Tries each query form on a drawn subset; needs certificates. */
  async chooseForm(split: SplitRecord, dense: boolean, seed: number, hooks: Hooks): Promise<FormSelection> {
    const ids = await this.worker().call('states', [itemsOf(split)], hooks);
    const drawn = drawStates(ids, SELECTION_STATES, seed);
    const root = dense ? this.site : null;
    const rows = await this.worker().call('forms', [itemsOf(split), drawn, root], hooks);
    const { sheet } = await this.#scored(split, rows, hooks);
    const value = formValues(sheet, 'mss_complete@5');
    return selectQueryForm(ids, (id, form) => Promise.resolve(value(id, form)), SELECTION_STATES, seed);
  }

  async #scoreAll(split: SplitRecord, hooks: Hooks): Promise<void> {
    if (!this.ranked) return;
    this.label = 'Scoring';
    const { states, configuration } = this.ranked;
    const rows = [
      ...configuration.views.flatMap(({ name }) => viewRows(states, name)),
      ...leaveOneOutRows(states, configuration),
      ...(complementRows(states) ?? []),
    ];
    this.result = await this.#scored(split, rows, hooks);
  }

  async #scored(split: SplitRecord, rows: Prediction[], hooks: Hooks): Promise<ScoreResult> {
    if (!split.labels) throw new Error('No certificates are loaded for this split.');
    const items = { name: split.itemsName, blob: split.items };
    const labels = { name: split.labelsName ?? 'labels.jsonl', blob: split.labels };
    const opened = await this.#score.call('open', [items, labels], hooks);
    const [fault] = opened.faults.kept;
    if (opened.faults.errors > 0) throw new Error(fault?.message ?? 'The labels have faults.');
    await this.#score.call('clearRuns', []);
    for (const [method, own] of Map.groupBy(rows, (row) => row.method)) {
      await this.#score.call('setRun', [method, own]);
    }
    return this.#score.call('score', [CUTOFFS], hooks);
  }

  /** One state for the live part: all its views once, whatever the sliders do then. */
  async open(split: SplitRecord, id: string): Promise<void> {
    const own = this.denseEncoder;
    const names = this.configuration.views.map(({ name }) => name);
    const { views, root } = this.#asked(own, false);
    await this.opening.run(async (hooks) => {
      const detail = await this.worker().call('detail', [itemsOf(split), id, views, root], hooks);
      hooks.signal.throwIfAborted();
      this.detail = detail;
      if (own === null) return;
      const vectors = await denseVectors(detail.state, own, taskOf(hooks));
      hooks.signal.throwIfAborted();
      const rankings = [...detail.views, denseRanking(vectors, detail.tieOrder)];
      this.detail = { ...detail, views: inOrder(rankings, names) };
    });
  }

  async list(split: SplitRecord): Promise<void> {
    await this.opening.run(async (hooks) => {
      this.stateIds = await this.worker().call('states', [itemsOf(split)], hooks);
    });
  }

  /** Keeps a ranking among the workspace's runs, ready to be scored and compared. */
  async keep(rows: Prediction[], method: string): Promise<void> {
    const used = this.ranked?.configuration ?? this.configuration;
    const denseBy = this.ranked?.denseBy ?? null;
    const configuration = denseBy === null ? used : { ...used, denseBy };
    await workspace.addRun({
      method,
      origin: /^(complement-fused-|cascade-|rrf$)/.test(method) ? 'fusion' : `view:${method}`,
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
    this.opening.cancel();
    this.desk.close();
    for (const worker of this.#pool) worker.dispose();
    this.#score.dispose();
  }
}
