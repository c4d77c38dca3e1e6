import { base } from '$app/paths';
import type { SplitRecord } from '$lib/data/schema';
import { sha256 } from '$lib/data/hash';
import type { Encoder, VectorIdentity } from '$lib/embedding/encoder';
import type { FirstRanking } from '$lib/embedding/second-stage/split';
import { leaveOneOutRows } from '$lib/retrieval/report/leave-one-out';
import { NINE_VIEWS, type Configuration } from '$lib/retrieval/run/configuration';
import { addDense, denseRanking, inOrder } from '$lib/retrieval/run/dense-split';
import type { QueryForm } from '$lib/retrieval/query-text';
import { viewMethod } from '$lib/retrieval/run/method-name';
import type { ViewRanking } from '$lib/retrieval/run/state-ranking';
import { denseVectors } from '$lib/retrieval/run/text-encoder';
import {
  complementRows,
  fusedOrder,
  mergeShards,
  viewRows,
  type StateViews,
} from '$lib/retrieval/run/split-rankings';
import type { Prediction } from '$lib/serbench/prediction';
import type { ScoreResult } from '$lib/serbench/score/session';
import { BridgeError } from '$lib/worker/errors';
import { supervise, type Supervised } from '$lib/worker/supervise';
import type { RetrievalApi, StateDetail } from '$workers/retrieval.worker';
import { Consent } from '../embedding/consent.svelte';
import { taskOf } from '../embedding/desk.svelte';
import { Job } from '../kit/job.svelte';
import { workspace } from '../workspace.svelte';
import type { Hooks } from './hooks';
import { FrozenChoices } from './frozen.svelte';
import { itemsOf } from './items';
import { labelled, type Made } from './made';
import { Reading } from './reading.svelte';
import { runFacts } from './run-record';
import { Scoring } from './scoring';

/** Rankings of a split together with the configuration that made them: later moves of a slider do not touch it. */
export interface Ranked {
  split: SplitRecord;
  configuration: Configuration;
  states: StateViews[];
  /** Who read for the dense view; null for the site's static encoder. */
  denseBy: VectorIdentity | null;
}

const IDLE_MS = 10 * 60_000;

/** Asks once more where the worker was ended under the call, as happens when another call did not stop in time. */
async function askedTwice<T>(ask: () => Promise<T>, { signal }: Hooks): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted || !(error instanceof BridgeError)) throw error;
    return ask();
  }
}

/** Ranks splits in workers and scores what comes out on the scoring side. */
export class Retriever {
  readonly job = new Job();
  readonly consent = new Consent();
  readonly opening = new Job();
  readonly openingConsent = new Consent();
  /** Scores of rankings made after the views were. */
  readonly rescoring = new Job();
  readonly reading = new Reading(() => this.worker());
  readonly scoring = new Scoring();
  readonly frozen = new FrozenChoices();
  denseByDesk = $state(false);
  label = $state('Ranking');
  configuration: Configuration = $state.raw(NINE_VIEWS);
  complement = $state(false);
  workers = $state(1);
  ranked: Ranked | null = $state.raw(null);
  /** Rankings beside the views, by label. */
  made: ReadonlyMap<string, Made> = $state.raw(new Map());
  result: ScoreResult | null = $state.raw(null);
  detail: StateDetail | null = $state.raw(null);
  /** The dense view's part of the open state is still to come: what is shown is fused of the other views. */
  denseLoading = $state(false);
  stateIds: string[] = $state.raw([]);
  #pool: Supervised<RetrievalApi>[] = [];
  /** Worker (by how often it was started) that has the static encoder: no second look is needed there. */
  #encoderIn = 0;

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
    return dense && this.denseByDesk ? this.reading.desk.encoder : null;
  }

  /** What the dense view reads as its query. */
  get denseForm(): QueryForm {
    return this.configuration.views.find(({ name }) => name === 'dense')?.form ?? 'dense';
  }

  /** The views that the worker ranks by itself, and the site's root where it needs the static encoder for that. */
  #asked(own: Encoder | null, complement: boolean) {
    const views = this.configuration.views
      .filter(({ name }) => own === null || name !== 'dense')
      .map(({ name, parameters, form }) => ({ name, parameters, form }));
    const dense = views.some(({ name }) => name === 'dense');
    return { views, root: dense || complement ? this.site : null };
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
    await this.job.run(async (hooks) => {
      if (own !== null)
        await this.reading.agreeToPools(split, this.stateIds, [this.denseForm], this.consent, hooks);
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
        const stateOf = this.reading.stateOf(split, hooks.signal);
        states = await addDense(states, names, stateOf, own, task, this.denseForm);
      }
      hooks.signal.throwIfAborted();
      this.label = 'Scoring';
      const ranked = { split, configuration, states, denseBy: own?.identity ?? null };
      let result: ScoreResult | null = null;
      try {
        result = await this.#scoreAll(split, ranked, hooks);
      } finally {
        // Labels that cannot be read take nothing from the ranking. Both change at once: a table fits its ranking.
        if (!hooks.signal.aborted) {
          this.ranked = ranked;
          this.result = result;
        }
      }
    });
  }

  /** The fusion of the ranked split: where second stages start. */
  firsts(ranked: Ranked, ids?: readonly string[]): FirstRanking[] {
    const wanted = ids && new Set(ids);
    return ranked.states
      .filter(({ state_id }) => wanted === undefined || wanted.has(state_id))
      .map((state) => ({ id: state.state_id, order: fusedOrder(state, ranked.configuration) }));
  }

  /** Puts rankings beside the views: into the table where there are certificates, and among what can be taken away. */
  async add(split: SplitRecord, rankings: readonly Made[]): Promise<void> {
    // Another split was chosen while a model was reading.
    if (workspace.current?.key !== split.key) return;
    this.made = new Map([...this.made, ...rankings.map((one) => [one.label, one] as const)]);
    await this.rescoring.run(async (hooks) => {
      const ranked = this.ranked;
      const result = await this.#scoreAll(split, ranked, hooks);
      hooks.signal.throwIfAborted();
      if (this.ranked === ranked) this.result = result;
    });
  }

  async #scoreAll(split: SplitRecord, ranked: Ranked | null, hooks: Hooks): Promise<ScoreResult | null> {
    if (split.labels === null) return null;
    const rows: Prediction[] = [...this.made.values()].flatMap(labelled);
    if (ranked?.split.key === split.key) {
      const { states, configuration } = ranked;
      rows.push(
        ...configuration.views.flatMap((view) => viewRows(states, view.name, viewMethod(view))),
        ...leaveOneOutRows(states, configuration),
        ...(complementRows(states) ?? []),
      );
    }
    return this.scoring.score(split, rows, hooks);
  }

  /**
   * One state for the live part: all its views once, whatever the sliders do then. While the encoder of the dense view
   * is not at hand, the other views come first. A worker that was ended under this call is asked once more.
   */
  async open(split: SplitRecord, id: string): Promise<void> {
    await this.opening.run(async (hooks) => {
      await askedTwice(() => this.#open(split, id, hooks), hooks);
    });
  }

  async #open(split: SplitRecord, id: string, hooks: Hooks): Promise<void> {
    const own = this.denseEncoder;
    const { views, root } = this.#asked(own, false);
    const worker = this.worker();
    const items = itemsOf(split);
    const dense = views.filter(({ name }) => name === 'dense');
    const text = views.filter(({ name }) => name !== 'dense');
    const names = this.configuration.views.map(({ name }) => name);
    const ready = root === null || (worker.running && this.#encoderIn === worker.starts);
    const first = await worker.call('detail', [items, id, ready ? views : text, ready ? root : null], hooks);
    hooks.signal.throwIfAborted();
    this.detail = first;
    this.denseLoading = !ready || own !== null;
    let last: ViewRanking[] = [];
    if (!ready) {
      last = (await worker.call('detail', [items, id, dense, root], hooks)).views;
      this.#encoderIn = worker.starts;
    } else if (own !== null) {
      await this.reading.agreeToPools(split, [id], [this.denseForm], this.openingConsent, hooks);
      const vectors = await denseVectors(first.state, own, taskOf(hooks), this.denseForm);
      last = [denseRanking(vectors, first.tieOrder)];
    }
    hooks.signal.throwIfAborted();
    this.detail = { ...first, views: inOrder([...first.views, ...last], names) };
    this.denseLoading = false;
  }

  async list(split: SplitRecord): Promise<void> {
    await this.opening.run(async (hooks) => {
      const states = () => this.worker().call('states', [itemsOf(split)], hooks);
      this.stateIds = await askedTwice(states, hooks);
    });
  }

  /** Keeps a ranking among the workspace's runs, ready to be scored and compared; the label it has there. */
  async keep(rows: Prediction[], method: string, made: Made | null): Promise<string> {
    const { ranked } = this;
    const fusion = ranked?.configuration ?? this.configuration;
    const { origin, configuration, canonical } = runFacts(method, fusion, ranked?.denseBy ?? null, made);
    const { label } = await workspace.addRun({
      method,
      origin,
      configurationHash: canonical === null ? null : await sha256(canonical),
      configuration,
      rows: rows.map((row) => ({ ...row, method })),
      failed: [],
      accounting: null,
    });
    return label;
  }

  forget(): void {
    this.ranked = null;
    this.result = null;
    this.made = new Map();
    this.detail = null;
    this.stateIds = [];
  }

  dispose(): void {
    this.job.cancel();
    this.opening.cancel();
    this.rescoring.cancel();
    this.reading.close();
    for (const worker of this.#pool) worker.dispose();
    this.scoring.dispose();
  }
}
