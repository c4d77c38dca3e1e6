import { openDatabase } from '$lib/data/db';
import { deleteBatch, listBatches } from '$lib/llm/store/idb-store';
import type { Batch } from '$lib/complement/batch/record';
import type { Expected } from '$lib/complement/batch/dry-run';
import { BATCH_CHANNEL, BATCH_LOCK } from '$lib/llm/run/live';
import { Job } from '$lib/ui/kit/job.svelte';
import { workspace } from '$lib/ui/workspace.svelte';
import { complementWorker } from './client';
import { desk } from './desk.svelte';
import { pace } from './pace';

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
    this.expected = await this.estimating.run((options) =>
      complementWorker.call(
        'expect',
        [{ items: split.items, name: split.itemsName, configuration: desk.configuration, prices, base }],
        options,
      ),
    );
  }

  /** Starts the present configuration over the present split, or resumes it. */
  async start(): Promise<void> {
    if (desk.recording)
      this.problem =
        'Your recorded run answers, and makes no calls. Import it below as a batch, or choose an endpoint.';
    else await this.#run(desk.configuration, this.concurrency);
  }

  /** Resumes a listed batch; its split must be the current one. */
  resume = (batch: Batch): Promise<void> => this.#run(batch.configuration, this.concurrency);

  async #run(configuration: Batch['configuration'], concurrency: number): Promise<void> {
    const split = workspace.current;
    if (!split) return;
    this.problem = '';
    this.left = null;
    const eta = pace(() => performance.now());
    const end = await this.job.run((options) =>
      complementWorker.call(
        'batch',
        [
          {
            items: split.items,
            name: split.itemsName,
            ...desk.forRun(),
            splitKey: split.key,
            splitLabel: split.label,
            itemsSha256: split.itemsSha256,
            states: split.states,
            configuration: $state.snapshot(configuration) as Batch['configuration'],
            concurrency,
            budget: { tokens: this.tokenBudget || null, cost: this.costBudget || null },
          },
        ],
        {
          onProgress: (progress) => {
            this.left = eta(progress);
            options.onProgress(progress);
          },
        },
      ),
    );
    if (end === 'busy')
      this.problem = 'Another tab is running a batch; this one watches. Pause it there first.';
    await this.refresh();
  }

  pause = (key: string): Promise<void> => complementWorker.call('pause', [key]);

  export = (key: string): Promise<Blob> => complementWorker.call('export', [key]);

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

  /** Puts the batch's rows into the workspace, one run a method, so that Score and Compare see them. */
  async toWorkspace(batch: Batch): Promise<string[]> {
    const outcomes = await complementWorker.call('outcomes', [batch.key]);
    const failed = outcomes
      .filter((outcome) => outcome.status === 'failed')
      .map(({ state_id, reason }) => ({ state_id, reason }));
    const methods = [...new Set(outcomes.flatMap((outcome) => outcome.rows.map((row) => row.method)))];
    const labels: string[] = [];
    for (const method of methods) {
      const { label } = await workspace.addRun({
        method,
        origin: 'complement',
        configurationHash: batch.configurationSha256,
        configuration: batch.configuration,
        rows: outcomes.flatMap((outcome) =>
          outcome.rows
            .filter((row) => row.method === method)
            .map(({ state_id, ranked_evidence_ids }) => ({ state_id, method, ranked_evidence_ids })),
        ),
        failed,
        accounting: null,
      });
      labels.push(label);
    }
    return labels;
  }
}

export const batches = new Batches();
