import { openDatabase } from '$lib/data/db';
import { outgrown } from '$lib/data/run-identity';
import { deleteBatch, listBatches } from '$lib/llm/store/idb-store';
import type { StateAccount } from '$lib/complement/account';
import type { RunAccounting } from '$lib/complement/accounting';
import type { Batch } from '$lib/complement/batch/record';
import type { Expected } from '$lib/complement/batch/dry-run';
import type { Chosen } from '$lib/complement/batch/subset';
import { BATCH_CHANNEL, BATCH_LOCK } from '$lib/llm/run/live';
import type { BatchRequest } from '$lib/llm/run/requests';
import type { Progress } from '$lib/serbench/task';
import { Job } from '$lib/ui/kit/job.svelte';
import { workspace } from '$lib/ui/workspace.svelte';
import { runsOf, type Sent } from './batch-runs';
import { complementWorker } from './client';
import { batchConsent, denseDesk } from './dense-desk.svelte';
import { desk } from './desk.svelte';
import { pace } from './pace';
import { subsetDesk } from './subset-desk.svelte';

/** Batches as every tab sees them: read from the database whenever a worker says that one changed. */
class Batches {
  list: Batch[] = $state.raw([]);
  /** A worker of some tab runs a batch now. */
  locked = $state(false);
  concurrency = $state(4);
  tokenBudget: number | null = $state(null);
  costBudget: number | null = $state(null);
  expected: Expected | null = $state.raw(null);
  problem = $state('');
  /** Milliseconds left of the batch that this tab runs, at its speed so far. */
  left: number | null = $state(null);
  readonly job = new Job();
  readonly estimating = new Job();

  /** Listens until the returned function is called. */
  watch(): () => void {
    const channel = new BroadcastChannel(BATCH_CHANNEL);
    channel.onmessage = () => void this.refresh();
    const timer = setInterval(() => void this.refresh(), 2000);
    void this.refresh();
    return () => {
      channel.close();
      clearInterval(timer);
    };
  }

  async refresh(): Promise<void> {
    try {
      this.list = await listBatches(openDatabase);
      const { held = [] } = await navigator.locks.query();
      this.locked = held.some((lock) => lock.name === BATCH_LOCK);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  async estimate(): Promise<void> {
    const split = workspace.current;
    if (!split) return;
    const { prices, base } = desk.forRun();
    const { items, itemsName: name } = split;
    const chosen = this.#chosen();
    if (chosen === undefined) return;
    const { configuration } = desk;
    this.expected = await this.estimating.run((options) =>
      complementWorker.call('expect', [{ items, name, chosen, configuration, prices, base }], options),
    );
  }

  /** Starts the present configuration over the present split, or resumes it. */
  async start(): Promise<void> {
    if (desk.recording)
      this.problem =
        'Your recorded run answers, and makes no calls. Import it below as a batch, or choose an endpoint.';
    else {
      const chosen = this.#chosen();
      if (chosen !== undefined) await this.#run(desk.configuration, chosen);
    }
  }

  /** The states that are chosen; null = all; undefined, with the reason as the problem, while the choice is none. */
  #chosen(): Chosen | null | undefined {
    const { read } = subsetDesk;
    this.problem = read.ok ? '' : read.fault;
    return read.ok ? read.chosen : undefined;
  }

  /** Resumes a listed batch over the states that it was last asked for; its split must be the current one. */
  resume = (batch: Batch): Promise<void> => this.#run(batch.configuration, batch.chosen);

  async #run(configuration: Batch['configuration'], chosen: Chosen | null): Promise<void> {
    const split = workspace.current;
    if (!split) return;
    this.problem = '';
    this.left = null;
    const asked = $state.snapshot(configuration) as Batch['configuration'];
    const eta = pace(() => performance.now());
    const end = await this.job.run(async (options) => {
      await denseDesk.agree(split, chosen?.stateIds ?? null, asked, batchConsent, options);
      const offered = denseDesk.offer(asked);
      const request: BatchRequest = {
        items: split.items,
        name: split.itemsName,
        ...desk.forRun(),
        encoder: offered?.link ?? null,
        splitKey: split.key,
        splitLabel: split.label,
        itemsSha256: split.itemsSha256,
        states: split.states,
        chosen,
        configuration: asked,
        concurrency: this.concurrency,
        budget: { tokens: this.tokenBudget || null, cost: this.costBudget || null },
      };
      const onProgress = (progress: Progress) => {
        this.left = eta(progress);
        options.onProgress(progress);
      };
      try {
        const transfer = offered ? [offered.link.port] : [];
        return await complementWorker.call('batch', [request], { onProgress, transfer });
      } finally {
        offered?.close();
      }
    });
    if (end === 'busy')
      this.problem = 'Another tab is running a batch; this one watches. Pause it there first.';
    await this.refresh();
  }

  pause = (key: string): Promise<void> => complementWorker.call('pause', [key]);

  export = (key: string): Promise<Blob> => complementWorker.call('export', [key, desk.forRun().prices]);

  /** The evidence of a batch over the current split, as JSON Lines. */
  evidence(key: string): Promise<Blob> {
    const split = workspace.current;
    if (!split) return Promise.reject(new Error('Choose the split that the batch is of.'));
    return complementWorker.call('evidenceLines', [{ items: split.items, name: split.itemsName }, key]);
  }

  /** What a batch used, in all and state by state, at the present prices. */
  accounting = (key: string): Promise<{ run: RunAccounting; states: StateAccount[] }> =>
    complementWorker.call('accounting', [key, desk.forRun().prices]);

  async import(file: Blob): Promise<void> {
    const split = workspace.current;
    if (!split) throw new Error('Choose the split that the run belongs to.');
    const { batch, identical } = await complementWorker.call('import', [
      file,
      {
        key: split.key,
        label: split.label,
        itemsSha256: split.itemsSha256,
        items: split.items,
        name: split.itemsName,
      },
    ]);
    this.problem = identical
      ? ''
      : `Imported ${batch.tally.scored} states, but the predictions in the file are not those of its traces; the replayed ones are used.`;
    await this.refresh();
  }

  async remove(key: string): Promise<void> {
    await deleteBatch(openDatabase, key);
    await this.refresh();
  }

  /** Why states failed: each reason once, with how many states it has, the most frequent first. */
  async reasons(key: string): Promise<{ reason: string; states: number }[]> {
    const counts = new Map<string, number>();
    for (const { status, reason } of await complementWorker.call('outcomes', [key]))
      if (status === 'failed') counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return [...counts].map(([reason, states]) => ({ reason, states })).sort((a, b) => b.states - a.states);
  }

  /**
   * Puts the batch's rows into the workspace, one run a method, so that Score and Compare see them; a shorter run
   * that this batch has outgrown gives its place. What was used is stored with the batch's own method: the derived
   * rows made no calls.
   */
  async toWorkspace(batch: Batch): Promise<Sent> {
    const outcomes = await complementWorker.call('outcomes', [batch.key]);
    let accounting: RunAccounting | null = null;
    let unaccounted: string | null = null;
    try {
      accounting = (await this.accounting(batch.key)).run;
    } catch (error) {
      // The rows can be scored without their calls; that these could not be read is told.
      unaccounted = error instanceof Error ? error.message : String(error);
    }
    const runs: Sent['runs'] = [];
    for (const run of runsOf(batch, outcomes, accounting)) {
      const old = outgrown(run, workspace.runs);
      const { label } = await workspace.addRun(run, old);
      runs.push({ label, grownFrom: old?.rows.length ?? null });
    }
    return { runs, unaccounted };
  }
}

export const batches = new Batches();
