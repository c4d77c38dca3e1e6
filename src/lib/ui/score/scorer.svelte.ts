import { base } from '$app/paths';
import { fetchDemo } from '$lib/data/demo';
import type { RunRecord, SplitRecord } from '$lib/data/schema';
import { recordOfFiles } from '$lib/data/split-record';
import type { Bounds, StateBounds } from '$lib/retrieval/baselines/bounds';
import { STARTER_METHOD } from '$lib/retrieval/starter';
import { CURVE_DEPTH, type FaultReport, type ReadRuns, type ScoreResult } from '$lib/serbench/score/session';
import { supervise } from '$lib/worker/supervise';
import type { NamedBlob, ScoreApi } from '$workers/score.worker';
import { Job } from '../kit/job.svelte';
import { workspace } from '../workspace.svelte';
import { joinReports } from './fault-reports';
import { keepFiles, keptFiles } from './kept-files';
import { sortFiles, type Sorted } from './sort-files';
import { versionOf } from './split-words';

const FILE_ORIGIN = 'file:';
const DEMO_ORIGIN = 'demo';
const DEMO_FILE = 'demo/predictions.jsonl';

type Hooks = Parameters<Parameters<Job['run']>[0]>[0];

/** Reads what the user brings, scores it in a worker, and holds what the page shows. */
export class Scorer {
  readonly job = new Job();
  /** What the job is about, in words. */
  label = $state('Reading');
  /** Why what was dropped is not taken; null when it was. */
  refusal: string | null = $state(null);
  faults: FaultReport | null = $state.raw(null);
  result: ScoreResult | null = $state.raw(null);
  /** The split that `result` belongs to. */
  scoredSplit: SplitRecord | null = $state.raw(null);
  files: NamedBlob[] = $state.raw([]);
  /** The methods of sound prediction files, and their rows. */
  checked: { method: string; rows: number }[] = $state.raw([]);
  /** The runs that `result` scores. */
  scoredRuns: RunRecord[] = $state.raw([]);
  /** What was dropped is not taken, and took the place of what the page showed. */
  readonly refused = $derived(this.result === null && (this.faults?.errors ?? 0) > 0);
  bounds: Bounds[] = $state.raw([]);
  stateBounds: StateBounds[] = $state.raw([]);
  cutoffs: number[] = $state.raw([5, 8]);
  allowSubset = $state(false);
  /** The split that the page's work is about: a change of it that this class made itself needs no reading. */
  handled: string | null = null;
  /** What the runs of the files' methods are called, by method. */
  #fileLabels = new Map<string, string>();
  /** The files were dropped in this visit and have not become runs yet. */
  #fresh = false;
  #openKey: string | null = null;
  #openStarts = -1;
  readonly worker = supervise<ScoreApi>(
    () => new Worker(new URL('$workers/score.worker.ts', import.meta.url), { type: 'module', name: 'score' }),
    // It holds the split between calls.
    { name: 'score', idleMs: Infinity },
  );

  /** Takes dropped or picked files of any kind, several at once. */
  async take(dropped: readonly File[], folders: number): Promise<void> {
    this.refusal = null;
    this.faults = null;
    this.label = 'Reading';
    await this.#run(async (hooks) => {
      const sorted = await sortFiles(dropped, folders, (file) => this.worker.call('identify', [file], hooks));
      if ('refusal' in sorted) {
        this.refusal = sorted.refusal;
        this.faults = sorted.faults;
        return;
      }
      if (!(await this.#takeSplit(sorted, hooks))) return;
      this.#fresh = sorted.predictions.length > 0;
      if (this.#fresh) await this.#takePredictions(sorted.predictions, hooks);
      else await this.#score(hooks);
    });
  }

  /** Shows a split that is at hand already: its files of before, and the runs made over it. */
  async show(split: SplitRecord): Promise<void> {
    this.handled = versionOf(split);
    this.refusal = null;
    this.faults = null;
    this.label = `Opening ${split.label}`;
    await this.#run(async (hooks) => {
      if (!(await this.#open(split, hooks))) return;
      const kept = await this.#filesOf(split);
      if (kept.length > 0) await this.#takePredictions(kept, hooks);
      else await this.#score(hooks);
    });
  }

  /** Scores the same rows again, at other cutoffs or with a subset allowed. */
  async again(): Promise<void> {
    const split = workspace.current;
    if (!split) return;
    this.faults = null;
    await this.#run(async (hooks) => {
      if (!(await this.#open(split, hooks))) return;
      if (this.files.length > 0) await this.#takePredictions(this.files, hooks);
      else await this.#score(hooks);
    });
  }

  /** Runs the release's starter baseline over the split and adds it to the runs. */
  async addStarter(): Promise<void> {
    this.label = 'Ranking by the starter baseline';
    await this.#run(async (hooks) => {
      const rows = await this.worker.call('starter', [CURVE_DEPTH], hooks);
      await workspace.addRun({
        method: STARTER_METHOD,
        origin: 'baseline',
        configurationHash: null,
        configuration: { baseline: STARTER_METHOD, depth: CURVE_DEPTH },
        rows,
        failed: [],
        accounting: null,
      });
      await this.#score(hooks);
    });
  }

  /** Counts the random floor and the oracle ceiling for every k of the curves. */
  async addBounds(): Promise<void> {
    this.label = 'Counting';
    await this.#run(async (hooks) => {
      const ks = [...this.cutoffs, ...Array.from({ length: CURVE_DEPTH }, (_, i) => i + 1)];
      const { bounds, states } = await this.worker.call('bounds', [ks], hooks);
      this.bounds = bounds;
      this.stateBounds = states;
    });
  }

  /** Stops at once: the worker is ended, since what it does may not listen, and started anew when next needed. */
  cancel = (): void => {
    this.job.cancel();
    this.worker.release();
  };

  dispose(): void {
    this.job.cancel();
    this.worker.dispose();
  }

  async #run(work: (hooks: Hooks) => Promise<void>): Promise<void> {
    if (this.job.running) this.cancel();
    await this.job.run(work);
  }

  async #takeSplit({ items, labels }: Sorted, hooks: Hooks): Promise<boolean> {
    const current = workspace.current;
    if (!items && !labels) {
      if (current) return this.#open(current, hooks);
      this.refusal =
        'Predictions alone cannot be checked: drop the items file (and the labels) with them, open the demo, or load a release on the Data page.';
      return false;
    }
    if (!items) {
      if (current)
        return this.#add(
          { ...current, labels: labels?.blob ?? null, labelsName: labels?.name ?? null },
          hooks,
        );
      this.refusal = 'Labels alone cannot be checked: drop the items file with them.';
      return false;
    }
    const sha256 = await this.worker.call('hash', [items.blob], hooks);
    const known = workspace.splits.find((split) => split.itemsSha256 === sha256);
    const fresh = recordOfFiles({ ...items, sha256 }, labels, new Date());
    const kept = known && !labels ? { labels: known.labels, labelsName: known.labelsName } : {};
    return this.#add({ ...fresh, ...kept, key: known?.key ?? fresh.key }, hooks);
  }

  /** Opens a new or changed split and keeps it when it is sound. */
  async #add(split: SplitRecord, hooks: Hooks): Promise<boolean> {
    this.#openKey = null;
    if (!(await this.#open(split, hooks))) return false;
    this.handled = versionOf(split);
    await workspace.addSplit({ ...split, states: this.#states });
    return true;
  }

  #states = 0;
  /** What must be said of scores against the open split's certificates. */
  provenance: string | null = $state(null);

  /** Opens a split in the worker, unless it is open there; its faults end the work. */
  async #open(split: SplitRecord, hooks: Hooks): Promise<boolean> {
    if (this.#openKey === versionOf(split) && this.#openStarts === this.worker.starts) return true;
    this.#openKey = null;
    this.result = null;
    this.bounds = [];
    this.stateBounds = [];
    this.files = [];
    this.checked = [];
    this.#fileLabels.clear();
    const labels = split.labels && { name: split.labelsName ?? 'labels', blob: split.labels };
    const opened = await this.worker.call(
      'open',
      [{ name: split.itemsName, blob: split.items }, labels],
      hooks,
    );
    this.faults = joinReports(this.faults, opened.faults);
    if (opened.faults.errors > 0) return false;
    this.#states = opened.states;
    this.provenance = opened.provenance;
    this.#openKey = versionOf(split);
    this.#openStarts = this.worker.starts;
    return true;
  }

  /** The prediction files of before; the demo brings its own. */
  async #filesOf(split: SplitRecord): Promise<NamedBlob[]> {
    // Storage that refuses is told by the workspace; the page goes on without.
    const kept = await keptFiles(split.key).catch(() => []);
    if (kept.length > 0 || split.key !== 'demo') return kept;
    return [{ name: DEMO_FILE, blob: (await fetchDemo(base, new Date())).predictions }];
  }

  async #takePredictions(files: NamedBlob[], hooks: Hooks): Promise<void> {
    this.label = 'Checking predictions';
    // Kept also when refused: allowing a subset checks the same files again.
    this.files = files;
    this.checked = [];
    this.result = null;
    const others = workspace.splits
      .filter((split) => split.key !== workspace.currentKey)
      .map((split) => ({ label: split.label, name: split.itemsName, blob: split.items }));
    const read = await this.worker.call('readFiles', [files, this.allowSubset, others], hooks);
    const { faults, methods } = read;
    this.faults = joinReports(this.faults, faults);
    if (faults.errors > 0) return;
    this.checked = methods;
    if (workspace.currentKey !== null) await this.#addRuns(workspace.currentKey, files, methods, hooks);
    await this.#score(hooks);
  }

  /** Keeps the files, and makes a run of each of their methods: other pages work on runs. */
  async #addRuns(key: string, files: NamedBlob[], methods: ReadRuns['methods'], hooks: Hooks): Promise<void> {
    await keepFiles(key, files).catch(() => undefined);
    const names = files.map(({ name }) => name).join(', ');
    const origin = names === DEMO_FILE ? DEMO_ORIGIN : `${FILE_ORIGIN}${names}`;
    this.#fileLabels.clear();
    // One by one, so that no step is long.
    for (const { method, rows: count } of methods) {
      const there = workspace.runs.filter(
        (run) => run.method === method && run.origin === origin && run.rows.length === count,
      );
      const [only] = there;
      if (only && there.length === 1 && !this.#fresh) {
        this.#fileLabels.set(method, only.label);
        continue;
      }
      const rows = await this.worker.call('rows', [method], hooks);
      const { label } = await workspace.addRun({
        method,
        origin,
        configurationHash: null,
        configuration: null,
        rows,
        failed: [],
        accounting: null,
      });
      this.#fileLabels.set(method, label);
    }
    this.#fresh = false;
  }

  async #score(hooks: Hooks): Promise<void> {
    const split = workspace.current;
    if (!split?.labels) return;
    this.label = 'Scoring';
    const runs = workspace.runs;
    await this.worker.call('clearRuns', [], hooks);
    for (const run of runs) await this.worker.call('setRun', [run.label, $state.snapshot(run.rows)], hooks);
    const result = await this.worker.call('score', [this.cutoffs, [...this.#fileLabels]], hooks);
    this.scoredRuns = runs;
    this.result = result.summaries.length > 0 ? result : null;
    this.scoredSplit = split;
  }
}
