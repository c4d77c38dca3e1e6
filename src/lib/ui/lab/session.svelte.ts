import { z } from 'zod';
import { base } from '$app/paths';
import { fetchDemo } from '$lib/data/demo';
import { getSetting, setSetting } from '$lib/data/settings';
import type { SplitRecord } from '$lib/data/schema';
import { blankDraft, type Draft } from '$lib/serbench/lab/draft';
import type { StateEntry } from '$lib/serbench/lab/find-state';
import { linkOf } from '$lib/serbench/lab/share/address';
import { decodeShare, type Shared } from '$lib/serbench/lab/share/decode';
import { encodeShare, type ShareSource } from '$lib/serbench/lab/share/encode';
import { openShared } from '$lib/serbench/lab/share/open';
import type { State } from '$lib/serbench/state';
import type { Progress } from '$lib/serbench/task';
import { supervise } from '$lib/worker/supervise';
import { workspace } from '$lib/ui/workspace.svelte';
import type { LabApi } from '$workers/lab.worker';
import type { TokensApi } from '$workers/tokens.worker';
import { Lab } from './lab.svelte';
import { blankPool, statePool, type LabPool } from './pool';

const LAST = 'lab-last';
const key = (source: ShareSource) =>
  source.kind === 'blank' ? `lab-draft:blank:${source.units}` : `lab-draft:${source.split}:${source.stateId}`;

const labWorker = () =>
  supervise<LabApi>(
    () => new Worker(new URL('$workers/lab.worker.ts', import.meta.url), { type: 'module', name: 'lab' }),
    { name: 'lab', idleMs: 60_000 },
  );
const tokensWorker = () =>
  supervise<TokensApi>(
    () =>
      new Worker(new URL('$workers/tokens.worker.ts', import.meta.url), { type: 'module', name: 'tokens' }),
    { name: 'tokens' },
  );

/** Opens states for the lab, keeps their drafts, and reads shared links. */
export class LabSession {
  lab: Lab | null = $state.raw(null);
  split: SplitRecord | null = $state.raw(null);
  states: StateEntry[] = $state.raw([]);
  starter: string[] | null = $state.raw(null);
  busy = $state('');
  problem: string | null = $state(null);
  counting = $state(false);
  /** What a link lost on its way. */
  dropped: string[] = $state.raw([]);
  #worker = labWorker();
  #tokens = tokensWorker();
  #turn = 0;
  #reading = new AbortController();

  /**
   * Opens what the URL names: a shared draft (`#c=`; older links: `?c=`) or a state (`state`, of the split `from` or the demo); else the
   * last draft, else the demo's first state.
   */
  async start(url: URL): Promise<void> {
    await workspace.open();
    const link = linkOf(url);
    const [state, from] = ['state', 'from'].map((name) => url.searchParams.get(name));
    if (link) return this.openLink(decodeShare(link));
    if (state) return this.openState(from ?? 'demo', state);
    if (from === 'blank') return this.openBlank(12);
    const last = await getSetting(LAST, z.string()).catch(() => null);
    const source = last === null ? null : decodeShare(last).source;
    if (source?.kind === 'blank') await this.openBlank(source.units);
    else if (source === null) await this.openState('demo', null);
    else await this.openState(source.split, source.stateId);
  }

  async openBlank(units: number): Promise<void> {
    this.split = null;
    await this.#show(blankPool(units), null);
  }

  /** Opens a state of a split that is at hand (the demo always is); its first state when `stateId` is null. */
  async openState(splitKey: string, stateId: string | null, shared: Shared | null = null): Promise<void> {
    const turn = (this.#turn += 1);
    this.problem = null;
    this.busy = 'Reading the states…';
    this.#reading.abort();
    this.#reading = new AbortController();
    const options = {
      signal: this.#reading.signal,
      onProgress: ({ done, total }: Progress) => {
        if (turn === this.#turn && total)
          this.busy = `Reading the states… ${Math.floor((100 * done) / total)}%`;
      },
    };
    try {
      const split = await this.#find(splitKey);
      if (split === null) {
        await this.openState('demo', null);
        this.problem = `The split "${splitKey}" is not loaded here, so the demo was opened. Load it on the data page and come back.`;
        return;
      }
      if (this.split?.key !== split.key)
        this.states = await this.#worker.call('list', [split.items, split.itemsName], options);
      this.split = split;
      const wanted = this.states.find((state) => state.state_id === stateId) ?? this.states[0];
      if (wanted === undefined) throw new Error(`${split.itemsName} holds no readable state.`);
      const { state_id } = wanted;
      const state = await this.#worker.call('state', [split.items, split.itemsName, state_id], options);
      if (state === null) throw new Error(`The state ${state_id} could not be read.`);
      const certificate =
        split.labels &&
        (await this.#worker.call('certificate', [
          split.labels,
          split.labelsName ?? 'labels.jsonl',
          state_id,
        ]));
      if (turn !== this.#turn) return;
      await this.#show(statePool(state, certificate, split.key), shared);
      if (stateId !== null && stateId !== state_id)
        this.problem = `The state ${stateId} is not in ${split.label}; its first state was opened.`;
      await this.#rank(state, turn);
    } catch (error) {
      if (turn === this.#turn) this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      if (turn === this.#turn) this.busy = '';
    }
  }

  /** Starts over: with the state's own certificate, or without any. */
  reset(own: boolean): void {
    const { lab } = this;
    if (lab === null) return;
    const blank = blankDraft(lab.pool.index.state_id, [...lab.pool.index.observed]);
    const certificate = own ? (lab.pool.certificate ?? blank.certificate) : blank.certificate;
    lab.edit({ kind: 'set-certificate', certificate });
    if (!own) lab.edit({ kind: 'set-answer', units: [] });
  }

  link(): string | null {
    const { lab } = this;
    if (lab === null || lab.pool.source === null) return null;
    return encodeShare(lab.pool.source, lab.draft, lab.pool.ids);
  }

  /** Keeps a draft, as its link holds it, for the next visit. */
  async keep(source: ShareSource, link: string): Promise<void> {
    try {
      await Promise.all([setSetting(key(source), link), setSetting(LAST, link)]);
    } catch (error) {
      this.problem = `The draft cannot be kept in this browser (${error instanceof Error ? error.message : String(error)}). Copy its link to keep it.`;
    }
  }

  /** Remembers which state was open last; without storage the lab opens with its first. */
  async keepLast(link: string): Promise<void> {
    await setSetting(LAST, link).catch(() => undefined);
  }

  /** Counts the pool's tokens in a worker, so that a token ceiling can be set. */
  count = async (): Promise<void> => {
    const { lab, split } = this;
    if (lab === null || split === null) return;
    this.counting = true;
    try {
      const id = lab.pool.index.state_id;
      const wanted = new Map([[id, new Set(lab.pool.ids)]]);
      const { counts } = await this.#tokens.call('count', [
        { items: split.items, file: split.itemsName, wanted },
      ]);
      lab.tokens = counts.get(id) ?? new Map();
    } catch (error) {
      this.problem = `The tokens could not be counted: ${error instanceof Error ? error.message : String(error)}`;
    }
    this.counting = false;
  };

  dispose(): void {
    this.#turn += 1;
    this.#reading.abort();
    this.#worker.dispose();
    this.#tokens.dispose();
  }

  async openLink(shared: Shared): Promise<void> {
    const { source } = shared;
    if (source?.kind === 'blank') {
      this.split = null;
      await this.#show(blankPool(source.units), shared);
    } else if (source?.kind === 'state') await this.openState(source.split, source.stateId, shared);
    else {
      await this.openState('demo', null);
      this.dropped = shared.dropped;
    }
  }

  async #find(splitKey: string): Promise<SplitRecord | null> {
    const own = workspace.splits.find((split) => split.key === splitKey);
    if (own) return own;
    return splitKey === 'demo' ? (await fetchDemo(base, new Date())).split : null;
  }

  async #show(pool: LabPool, shared: Shared | null): Promise<void> {
    this.starter = null;
    this.dropped = [];
    const { state_id, observed } = pool.index;
    const open = (from: Shared) => openShared(from, state_id, pool.ids, [...observed]);
    let draft: Draft = { ...blankDraft(state_id, [...observed]) };
    if (pool.certificate) draft = { ...draft, certificate: pool.certificate };
    if (shared !== null) {
      const opened = open(shared);
      draft = opened.draft;
      this.dropped = opened.dropped;
    } else if (pool.source !== null) {
      const kept = await getSetting(key(pool.source), z.string()).catch(() => null);
      const opened = kept === null ? null : open(decodeShare(kept));
      if (opened !== null && opened.dropped.length === 0) draft = opened.draft;
    }
    this.lab = new Lab(pool, draft);
    if (draft.budget.tokens !== null && pool.state !== null) void this.count();
  }

  async #rank(state: State, turn: number): Promise<void> {
    const starter = await this.#worker.call('starter', [state]);
    if (turn === this.#turn) this.starter = starter;
  }
}
