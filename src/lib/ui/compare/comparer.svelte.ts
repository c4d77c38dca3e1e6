import { sha256 } from '$lib/data/hash';
import type { CountResult } from '$lib/data/count-tokens';
import type { RunRecord, SplitRecord } from '$lib/data/schema';
import type { Certificate } from '$lib/serbench/certificate';
import type { Prediction } from '$lib/serbench/prediction';
import type { FaultReport } from '$lib/serbench/score/session';
import { compareMethods } from '$lib/statistics/comparison/compute';
import type { Comparison, ComparisonSettings } from '$lib/statistics/comparison/result';
import type { ScoreBook } from '$lib/statistics/comparison/score-book';
import type { SplitFacts } from '$lib/statistics/comparison/read-split';
import { withTags, type Tags } from '$lib/statistics/comparison/tags';
import { DEFAULT_SETTINGS } from '$lib/statistics/bootstrap/settings';
import { supervise } from '$lib/worker/supervise';
import type { Read } from '$workers/bootstrap.worker';
import type { TokensApi } from '$workers/tokens.worker';
import { Job } from '../kit/job.svelte';
import { chosenKeys, type CompareChoice } from './choice';
import { ComparePool, poolSize } from './pool';
import { methodRun, wantedUnits } from './runs';

/** A finished comparison with the choice and the runs that made it: settings changed later do not touch it. */
export interface Finished {
  book: ScoreBook;
  comparison: Comparison;
  split: SplitRecord;
  runs: RunRecord[];
  counted: CountResult | null;
}

/** Reads a split once, scores runs, resamples; holds what the page shows. */
export class Comparer {
  readonly job = new Job();
  finished: Finished | null = $state.raw(null);
  /** Of the file read last. */
  faults: FaultReport | null = $state.raw(null);
  tags: Tags = $state.raw(new Map());
  /** The split's facts, with the user's tags. */
  facts: SplitFacts | null = $state.raw(null);
  #factsOf: string | null = null;
  #pool: ComparePool | null = null;
  #tokens = supervise<TokensApi>(
    () =>
      new Worker(new URL('$workers/tokens.worker.ts', import.meta.url), { type: 'module', name: 'tokens' }),
    { name: 'tokens' },
  );

  get pool(): ComparePool {
    this.#pool ??= new ComparePool(poolSize(navigator.hardwareConcurrency));
    return this.#pool;
  }

  /** Scores and compares the runs over the split. Null when it failed, was cancelled, or files have faults. */
  async compare(split: SplitRecord, runs: RunRecord[], choice: CompareChoice): Promise<Finished | null> {
    const finished = await this.job.run(async (hooks): Promise<Finished | null> => {
      const read = await this.#read(split, hooks);
      if (!read) return null;
      const facts = withTags(read.facts, this.tags);
      const counted = choice.ceilings.length > 0 ? await this.#count(split, runs, hooks) : null;
      const book = await this.pool.first.call(
        'book',
        [
          {
            facts,
            certificates: read.certificates,
            runs: runs.map(methodRun),
            columns: chosenKeys(choice),
            tokens: counted && { tokenizer: counted.tokenizer, counts: counted.counts },
          },
        ],
        hooks,
      );
      const settings: ComparisonSettings = {
        seed: choice.seed,
        resamples: choice.resamples,
        level: DEFAULT_SETTINGS.level,
        methods: runs.map(({ label }) => label),
        columns: chosenKeys(choice),
        cluster: choice.cluster,
        strata: choice.strata,
        test: { seed: choice.seed, flips: choice.resamples },
      };
      let part = '';
      const compute = this.pool.compute({
        ...hooks,
        onProgress: (progress) => hooks.onProgress({ ...progress, note: `${progress.note ?? ''}${part}` }),
      });
      const comparison = await compareMethods(book, settings, compute, (job, jobs) => {
        part = jobs > 1 ? `, group of states ${job} of ${jobs}` : '';
      });
      return { book, comparison, split, runs, counted };
    });
    if (finished) this.finished = finished;
    return finished;
  }

  /** The rows of the files that are sound, up to the first that is not; its faults are shown. */
  async readRuns(split: SplitRecord, files: File[]): Promise<{ name: string; rows: Prediction[] }[]> {
    const named = files.map((file) => ({ blob: file, name: file.name }));
    const items = { blob: split.items, name: split.itemsName };
    const reads = await this.job.run((hooks) => this.pool.first.call('readRuns', [items, named], hooks));
    const sound: { name: string; rows: Prediction[] }[] = [];
    for (const [i, read] of (reads ?? []).entries()) {
      const rows = this.#take(read);
      if (!rows) break;
      sound.push({ name: files[i]?.name ?? '', rows });
    }
    return sound;
  }

  /** Takes the user's tags from a file. */
  async readTags(split: SplitRecord, file: File): Promise<void> {
    await this.job.run(async (hooks) => {
      const read = await this.#read(split, hooks);
      if (!read) return;
      const states = new Set(read.facts.map(({ state_id }) => state_id));
      const tags = this.#take(
        await this.pool.first.call('readTags', [{ blob: file, name: file.name }, states], hooks),
      );
      if (tags) this.tags = tags;
      this.facts = { ...read, facts: withTags(read.facts, this.tags) };
    });
  }

  /** The certificates of the split and of another labels file; null when one has faults, which are shown. */
  async readOtherLabels(
    split: SplitRecord,
    file: File,
  ): Promise<{ own: Map<string, Certificate>; other: Map<string, Certificate> } | null> {
    return this.job.run(async (hooks) => {
      const read = await this.#read(split, hooks);
      if (!read) return null;
      const labels = { blob: file, name: file.name };
      const other = this.#take(await this.pool.first.call('readLabels', [labels], hooks));
      return other && { own: read.certificates, other };
    });
  }

  dispose(): void {
    this.job.cancel();
    this.#pool?.dispose();
    this.#tokens.dispose();
  }

  async #read(split: SplitRecord, hooks: Parameters<ComparePool['compute']>[0]): Promise<SplitFacts | null> {
    const source = `${split.key} ${split.labelsName ?? ''} ${split.labels?.size ?? 0}`;
    if (this.facts && this.#factsOf === source) return this.facts;
    if (!split.labels)
      throw new Error(`${split.label} has no certificates: add a labels file on the Data page.`);
    const facts = this.#take(
      await this.pool.first.call(
        'readSplit',
        [
          { blob: split.items, name: split.itemsName },
          { blob: split.labels, name: split.labelsName ?? 'labels' },
        ],
        hooks,
      ),
    );
    if (this.#factsOf !== source) this.tags = new Map();
    this.facts = facts;
    this.#factsOf = facts ? source : null;
    return facts;
  }

  async #count(split: SplitRecord, runs: RunRecord[], hooks: Parameters<ComparePool['compute']>[0]) {
    const request = { items: split.items, file: split.itemsName, wanted: wantedUnits(runs) };
    return this.#tokens.call('count', [request], hooks);
  }

  #take<T>(read: Read<T>): T | null {
    this.faults = read.faults;
    return read.value;
  }
}

/** SHA-256 of a run's rows as JSON. */
export const rowsHash = (run: RunRecord): Promise<string> => sha256(JSON.stringify(run.rows));
