import { dataWorker } from '$lib/data/client/data-worker';
import type { Prepared } from '$lib/data/ingest/prepared';
import { fits, getPrepared, putPrepared } from '$lib/data/kept-prepared';
import type { SplitRecord } from '$lib/data/schema';
import type { Fault } from '$lib/serbench/fault';
import { Job } from '$lib/ui/kit/job.svelte';

/** Why a split could not be used: the faults of its files, all of them counted. */
export interface Refusal {
  faults: Fault[];
  errors: number;
}

/** The split that data pages work on, made ready: read once, kept, and opened again without parsing. */
class DataSession {
  prepared: Prepared | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  warnings: Fault[] = $state.raw([]);
  /** Why the prepared form was not kept; the work goes on without. */
  keepProblem: string | null = $state(null);
  /** Whether the last open found the kept form. */
  wasKept = $state(false);
  readonly job = new Job();
  #opening: { key: string; done: Promise<Prepared | null> } | null = null;

  /** Makes a split ready; null when its files have faults, or the user cancelled (`job.state` tells). */
  open(split: SplitRecord): Promise<Prepared | null> {
    if (this.prepared && this.prepared.splitKey === split.key && fits(this.prepared, split)) {
      return Promise.resolve(this.prepared);
    }
    const key = `${split.key} ${split.itemsSha256} ${split.labelsName ?? ''} ${split.labels?.size ?? 0}`;
    if (this.#opening?.key === key && (this.job.running || this.job.state === 'idle'))
      return this.#opening.done;
    const done = this.#open(split);
    this.#opening = { key, done };
    return done;
  }

  /** Forgets what is in memory. */
  close(): void {
    this.prepared = null;
    this.refusal = null;
    this.#opening = null;
  }

  async #open(split: SplitRecord): Promise<Prepared | null> {
    this.prepared = null;
    this.refusal = null;
    this.warnings = [];
    this.keepProblem = null;
    const kept = await getPrepared(split).catch((error: unknown) => {
      this.keepProblem = error instanceof Error ? error.message : String(error);
      return null;
    });
    this.wasKept = kept !== null;
    if (kept) {
      this.prepared = kept;
      return kept;
    }
    const { key, items, itemsName, itemsSha256, labels, labelsName } = split;
    const result = await this.job.run((options) =>
      dataWorker.call(
        'prepare',
        [{ splitKey: key, items, itemsName, itemsSha256, labels, labelsName }],
        options,
      ),
    );
    if (!result) return null;
    if (!result.ok) {
      this.refusal = { faults: result.faults, errors: result.errors };
      return null;
    }
    this.warnings = result.warnings;
    this.prepared = result.prepared;
    await putPrepared(result.prepared).catch((error: unknown) => {
      this.keepProblem = error instanceof Error ? error.message : String(error);
    });
    return result.prepared;
  }
}

export const dataSession = new DataSession();
