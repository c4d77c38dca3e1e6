import type { SplitRecord } from '$lib/data/schema';
import type { FirstRanking } from '$lib/embedding/second-stage/split';
import { stageRows } from '$lib/embedding/second-stage/split';
import type { StageOptions } from '$lib/embedding/second-stage/stage';
import type { UnreadRequest } from '$lib/embedding/unread-split';
import type { QueryForm } from '$lib/retrieval/query-text';
import type { Prediction } from '$lib/serbench/prediction';
import type { Supervised } from '$lib/worker/supervise';
import type { RetrievalApi } from '$workers/retrieval.worker';
import type { Consent, Plan } from '../embedding/consent.svelte';
import { EncoderDesk, taskOf } from '../embedding/desk.svelte';
import { JudgeDesk } from '../embedding/judge-desk.svelte';
import { stageSources, type StageSource } from '../embedding/stages';
import type { Hooks } from './hooks';
import { itemsOf } from './items';

/** Where a second stage starts: a ranking's method name and its order in each state. */
export interface Start {
  name: string;
  firsts: readonly FirstRanking[];
}

/** The models that the user opened on this page, and what is asked before they read for long or for money. */
export class Reading {
  readonly desk = new EncoderDesk();
  readonly judge = new JudgeDesk();

  constructor(private readonly worker: () => Supervised<RetrievalApi>) {}

  get sources(): StageSource[] {
    return stageSources(this.desk, this.judge);
  }

  /** A state of the split, for a model that reads it. */
  stateOf(split: SplitRecord, signal: AbortSignal) {
    return (id: string) => this.worker().call('state', [itemsOf(split), id], { signal });
  }

  /** Waits for a yes where the open encoder would read whole pools for long, or for money. */
  async agreeToPools(
    split: SplitRecord,
    ids: readonly string[],
    forms: readonly QueryForm[],
    consent: Consent,
    hooks: Hooks,
  ): Promise<void> {
    const { bare, reading, opened } = this.desk;
    if (bare === null || reading === null || opened === null)
      throw new Error('No encoder is open: open one under "Models".');
    const remote = opened.kind === 'endpoint';
    await this.#agree(
      split,
      {
        forms,
        states: ids.map((id) => ({ id, units: null })),
        reader: { kind: 'encoder', encoder: reading },
      },
      {
        model: opened.identity.model,
        unit: 'texts',
        endpoint: remote ? { rerank: false } : null,
        read: remote ? null : () => (sample, task) => bare.encode(sample, 'document', task),
      },
      consent,
      hooks,
    );
  }

  /** A second stage over some states, after a yes where it takes long or costs; its name is the rows' method. */
  async stage(
    split: SplitRecord,
    source: StageSource,
    options: StageOptions,
    { name, firsts }: Start,
    consent: Consent,
    hooks: Hooks,
  ): Promise<Prediction[]> {
    await this.agreeToStage(split, source, [options.form], options.leading, firsts, consent, hooks);
    const task = consent.watch(taskOf(hooks));
    return stageRows(source.stage(options), firsts, name, this.stateOf(split, hooks.signal), task);
  }

  agreeToStage(
    split: SplitRecord,
    source: StageSource,
    forms: readonly QueryForm[],
    leading: number,
    firsts: readonly FirstRanking[],
    consent: Consent,
    hooks: Hooks,
  ): Promise<void> {
    const states = firsts.map(({ id, order }) => ({ id, units: order?.slice(0, leading) ?? null }));
    return this.#agree(
      split,
      { forms, states, reader: source.reader, around: { ...source.around } },
      source,
      consent,
      hooks,
    );
  }

  async #agree(
    split: SplitRecord,
    request: Omit<UnreadRequest, 'counted'>,
    { model, unit, endpoint, read }: Pick<StageSource, 'model' | 'unit' | 'endpoint' | 'read'>,
    consent: Consent,
    hooks: Hooks,
  ): Promise<void> {
    const asked = { ...request, counted: endpoint !== null };
    const unread = await this.worker().call('unread', [itemsOf(split), asked], hooks);
    await this.ask({ model, unit, endpoint, unread, read: read?.(unread.query) ?? null }, consent, hooks);
  }

  ask(plan: Plan, consent: Consent, hooks: Hooks): Promise<void> {
    const { workers } = this.desk;
    const note = workers > 1 ? `in ${workers} workers` : '';
    return consent.ask(plan.note === undefined ? { ...plan, note } : plan, taskOf(hooks));
  }

  close(): void {
    this.desk.close();
    this.judge.close();
  }
}
