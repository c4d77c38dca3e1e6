import { base } from '$app/paths';
import { onChange, type Kept } from '$lib/data/changes';
import { fetchDemo } from '$lib/data/demo';
import { onDbNotice, type DbNotice } from '$lib/data/db';
import { labelProblem, placeRun, withUnstored, type NewRun } from '$lib/data/run-identity';
import { deleteRun, listRuns, putRun } from '$lib/data/runs';
import type { RunRecord, SplitRecord } from '$lib/data/schema';
import { deleteSplit, listSplits, putSplit } from '$lib/data/splits';
import { lostParts, type Part } from '$lib/data/storage/lost';
import type { Prediction } from '$lib/serbench/prediction';
import { keepSame } from './keep-same';
import { keepSessionValue, sessionValue } from './session-value';

export type { NewRun };

const sameSplit = (a: SplitRecord, b: SplitRecord) =>
  a.itemsSha256 === b.itemsSha256 &&
  a.items.size === b.items.size &&
  a.labels?.size === b.labels?.size &&
  a.states === b.states;

/**
 * What all pages share: the splits at hand, the one in use, and the runs over it. Everything is kept in the
 * browser's database, so that a reload loses nothing; what another tab writes there shows here as well; when storage
 * refuses, the session goes on in memory and says so.
 */
class Workspace {
  splits: SplitRecord[] = $state.raw([]);
  runs: RunRecord[] = $state.raw([]);
  currentKey: string | null = $state(null);
  ready = $state(false);
  /** Why the database cannot be used, or what another tab asks for. */
  storageProblem: string | null = $state(null);
  notice: DbNotice | null = $state(null);
  /** The files of the split in use that the browser no longer has; null while all are there. */
  lost: { split: SplitRecord; parts: readonly Part[] } | null = $state.raw(null);
  /** What another tab did to the split in use. */
  news: string | null = $state(null);
  #opening: Promise<void> | null = null;
  /** Splits, and runs by split, that the database refused: they live as long as the page. */
  #unstoredSplits = new Map<string, SplitRecord>();
  #unstored = new Map<string, RunRecord[]>();
  /** Writes of this page that are under way, and how many there were. */
  #writing = new Set<Promise<void>>();
  #writes = 0;
  /** What another tab has written since it was last read. */
  #stale = new Set<Kept>();
  #refreshing = false;

  get current(): SplitRecord | null {
    return this.splits.find((split) => split.key === this.currentKey) ?? null;
  }

  /**
   * Reads what is kept; pages call it in onMount. Later calls wait for the first, then follow the split that the
   * page's own link names: `?split=demo` also works after a visit to another page.
   */
  open(): Promise<void> {
    this.#opening = this.#opening === null ? this.#read() : this.#opening.then(() => this.#follow());
    return this.#opening;
  }

  async #follow(): Promise<void> {
    const wanted = new URLSearchParams(window.location.search).get('split');
    if (wanted === null || wanted === this.currentKey) return;
    if (this.splits.some((split) => split.key === wanted)) await this.use(wanted);
    else if (wanted === 'demo') await this.openDemo();
  }

  async #read(): Promise<void> {
    onDbNotice((notice) => (this.notice = notice));
    onChange(({ store, elsewhere }) => {
      if (!elsewhere || store === 'settings') return;
      this.#stale.add(store);
      if (!this.#refreshing) void this.#refresh();
    });
    try {
      this.splits = await listSplits();
    } catch (error) {
      this.storageProblem = `This browser's storage cannot be used (${String(error)}). Work goes on in memory: download what you want to keep.`;
    }
    const wanted = new URLSearchParams(window.location.search).get('split') ?? sessionValue('split');
    const found = this.splits.find((split) => split.key === wanted);
    const first = this.splits[0];
    try {
      if (found) await this.use(found.key);
      else if (wanted === 'demo') await this.openDemo();
      else if (first) await this.use(first.key);
    } catch (error) {
      this.news = `The demo could not be opened (${error instanceof Error ? error.message : String(error)}). Reload the page, or open another split.`;
    }
    this.ready = true;
  }

  /** Makes a split the current one and reads its runs. */
  async use(key: string): Promise<void> {
    this.currentKey = key;
    this.news = null;
    this.lost = null;
    keepSessionValue('split', key);
    this.runs = this.#unstored.get(key) ?? [];
    if (this.current) void this.check(this.current);
    await this.#store(async () => {
      const kept = await listRuns(key);
      if (this.currentKey === key) this.runs = withUnstored(kept, this.#unstored.get(key) ?? []);
    });
  }

  /** The files of a split that the browser has lost; told on every page when it is the split in use. */
  async check(split: SplitRecord): Promise<readonly Part[]> {
    const parts = await lostParts(split);
    if (this.current === split) this.lost = parts.length > 0 ? { split, parts } : null;
    return parts;
  }

  async addSplit(split: SplitRecord): Promise<void> {
    this.splits = [...this.splits.filter((one) => one.key !== split.key), split];
    const stored = await this.#store(() => putSplit(split));
    if (stored) this.#unstoredSplits.delete(split.key);
    else this.#unstoredSplits.set(split.key, split);
    await this.use(split.key);
  }

  async removeSplit(key: string): Promise<void> {
    this.splits = this.splits.filter((one) => one.key !== key);
    this.#unstoredSplits.delete(key);
    if (this.currentKey === key) this.#leave();
    await this.#store(() => deleteSplit(key));
    if (this.currentKey) await this.use(this.currentKey);
  }

  /** Opens the embedded demo as the current split, with the runs of its predictions file. */
  async openDemo(): Promise<void> {
    const { split, predictions } = await fetchDemo(base, new Date());
    const { parsePredictionRows } = await import('./demo-runs');
    const rows = await parsePredictionRows(predictions);
    await this.addSplit(split);
    await this.addRows(rows, 'demo');
  }

  /**
   * Adds a run over the current split, beside the others of its method. The same rows of the same method and
   * configuration are the same run: it keeps its label, and what is newly known of it is taken over. With `instead`
   * the run takes the place and the label of that one, which goes once the new one is kept.
   */
  async addRun(run: NewRun, instead: RunRecord | null = null): Promise<RunRecord> {
    const splitKey = this.currentKey;
    if (splitKey === null) throw new Error('Choose a split before adding a run.');
    const others = instead ? this.runs.filter(({ key }) => key !== instead.key) : this.runs;
    const wanted = instead ? { ...run, label: instead.label } : run;
    const record = await placeRun(wanted, splitKey, others, new Date());
    this.#show(record);
    await this.#keep(record);
    if (instead && instead.key !== record.key) await this.removeRun(instead.key);
    return record;
  }

  /** Calls a run something else. Returns why that cannot be, or null when it is done. */
  async renameRun(key: string, wanted: string): Promise<string | null> {
    const run = this.runs.find((one) => one.key === key);
    if (!run) return 'This run is gone: it was deleted on another page or in another tab.';
    const label = wanted.trim();
    const problem = labelProblem(label, run, this.runs);
    if (problem !== null || label === run.label) return problem;
    const record = { ...run, label };
    this.#show(record);
    await this.#keep(record);
    return null;
  }

  #show(record: RunRecord): void {
    this.runs = this.runs.some(({ key }) => key === record.key)
      ? this.runs.map((one) => (one.key === record.key ? record : one))
      : [...this.runs, record];
  }

  async #keep(record: RunRecord): Promise<void> {
    const others = (this.#unstored.get(record.splitKey) ?? []).filter(({ key }) => key !== record.key);
    const stored = await this.#store(() => putRun($state.snapshot(record) as RunRecord));
    this.#unstored.set(record.splitKey, stored ? others : [...others, record]);
  }

  /** Adds one run a method from the rows of a predictions file. */
  async addRows(rows: Prediction[], origin: string): Promise<void> {
    const methods = new Map<string, Prediction[]>();
    for (const row of rows) methods.set(row.method, [...(methods.get(row.method) ?? []), row]);
    for (const [method, own] of methods) {
      await this.addRun({
        method,
        origin,
        configurationHash: null,
        configuration: null,
        rows: own,
        failed: [],
        accounting: null,
      });
    }
  }

  async removeRun(key: string): Promise<void> {
    this.runs = this.runs.filter((run) => run.key !== key);
    for (const [split, runs] of this.#unstored)
      this.#unstored.set(
        split,
        runs.filter((run) => run.key !== key),
      );
    await this.#store(() => deleteRun(key));
  }

  /** Goes from the split in use, which is gone, to the first of the others. */
  #leave(): void {
    this.currentKey = this.splits[0]?.key ?? null;
    this.runs = [];
    this.lost = null;
    // Or a reload would bring a deleted demo back.
    keepSessionValue('split', null);
  }

  /** Reads anew what another tab has written, once no write of this page is under way. */
  async #refresh(): Promise<void> {
    this.#refreshing = true;
    await this.#opening;
    while (this.#stale.size > 0) {
      const stale = new Set(this.#stale);
      this.#stale.clear();
      await Promise.all(this.#writing);
      const [writes, key] = [this.#writes, this.currentKey];
      try {
        const splits = stale.has('splits') ? await listSplits() : null;
        const runs = stale.has('runs') && key !== null ? await listRuns(key) : null;
        if (writes !== this.#writes || key !== this.currentKey) {
          // This page has written meanwhile: what was read may be older than what it shows.
          for (const store of stale) this.#stale.add(store);
          continue;
        }
        if (runs && key !== null) this.#takeRuns(withUnstored(runs, this.#unstored.get(key) ?? []));
        if (splits) await this.#takeSplits(splits);
      } catch {
        // The database is gone or taken over: its own notice says so, and the page goes on with what it has.
        break;
      }
    }
    this.#refreshing = false;
  }

  #takeRuns(runs: RunRecord[]): void {
    this.runs = keepSame(
      this.runs,
      runs,
      (a, b) => a.origin === b.origin && a.label === b.label,
    ) as RunRecord[];
  }

  async #takeSplits(kept: SplitRecord[]): Promise<void> {
    const old = this.current;
    const unstored = [...this.#unstoredSplits.values()].filter(({ key }) =>
      kept.every((one) => one.key !== key),
    );
    this.splits = keepSame(this.splits, [...kept, ...unstored], sameSplit) as SplitRecord[];
    if (old === null) {
      const first = this.splits[0];
      if (first) await this.use(first.key);
    } else if (this.current === null) {
      this.#leave();
      if (this.currentKey !== null) await this.use(this.currentKey);
      const next = this.current as SplitRecord | null;
      this.news = `${old.label} was deleted in another tab${next ? `; ${next.label} is in use now` : ''}.`;
    } else if (this.current !== old) {
      await this.use(this.current.key);
      this.news = `${old.label} was loaded anew in another tab.`;
    }
  }

  /** True when the action went through. */
  async #store(action: () => Promise<void>): Promise<boolean> {
    this.#writes += 1;
    const running = action();
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    this.#writing.add(settled);
    void settled.then(() => this.#writing.delete(settled));
    try {
      await running;
      return true;
    } catch (error) {
      this.storageProblem = `Could not write to this browser's storage (${String(error)}). Work goes on in memory: download what you want to keep.`;
      return false;
    }
  }
}

export const workspace = new Workspace();
