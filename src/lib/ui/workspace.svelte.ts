import { base } from '$app/paths';
import { fetchDemo } from '$lib/data/demo';
import { onDbNotice, type DbNotice } from '$lib/data/db';
import { sha256 } from '$lib/data/hash';
import { deleteRun, listRuns, putRun } from '$lib/data/runs';
import type { RunRecord, SplitRecord } from '$lib/data/schema';
import { deleteSplit, listSplits, putSplit } from '$lib/data/splits';
import type { Prediction } from '$lib/serbench/prediction';

/** What a page hands over to add a run; key and time are filled in. */
export type NewRun = Omit<RunRecord, 'key' | 'addedAt' | 'splitKey'>;

/**
 * What all pages share: the splits at hand, the one in use, and the runs over it. Everything is kept in the
 * browser's database, so that a reload loses nothing; when storage refuses, the session goes on in memory and
 * says so.
 */
class Workspace {
  splits: SplitRecord[] = $state.raw([]);
  runs: RunRecord[] = $state.raw([]);
  currentKey: string | null = $state(null);
  ready = $state(false);
  /** Why the database cannot be used, or what another tab asks for. */
  storageProblem: string | null = $state(null);
  notice: DbNotice | null = $state(null);
  #opening: Promise<void> | null = null;
  /** Runs that the database refused, by split: they live as long as the page. */
  #unstored = new Map<string, RunRecord[]>();

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
    try {
      this.splits = await listSplits();
      const wanted =
        new URLSearchParams(window.location.search).get('split') ?? sessionStorage.getItem('split');
      const found = this.splits.find((split) => split.key === wanted);
      const first = this.splits[0];
      if (found) await this.use(found.key);
      else if (wanted === 'demo') await this.openDemo();
      else if (first) await this.use(first.key);
    } catch (error) {
      this.storageProblem = `This browser's storage cannot be used (${String(error)}). Work goes on in memory: download what you want to keep.`;
    }
    this.ready = true;
  }

  /** Makes a split the current one and reads its runs. */
  async use(key: string): Promise<void> {
    this.currentKey = key;
    sessionStorage.setItem('split', key);
    this.runs = this.#unstored.get(key) ?? [];
    await this.#store(async () => {
      const kept = await listRuns(key);
      if (this.currentKey === key) this.runs = [...kept, ...(this.#unstored.get(key) ?? [])];
    });
  }

  async addSplit(split: SplitRecord): Promise<void> {
    this.splits = [...this.splits.filter((one) => one.key !== split.key), split];
    await this.#store(() => putSplit(split));
    await this.use(split.key);
  }

  async removeSplit(key: string): Promise<void> {
    this.splits = this.splits.filter((one) => one.key !== key);
    if (this.currentKey === key) {
      this.currentKey = this.splits[0]?.key ?? null;
      this.runs = [];
      // Or a reload would bring a deleted demo back.
      sessionStorage.removeItem('split');
    }
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

  /** Adds a run over the current split; one of the same method name is replaced. */
  async addRun(run: NewRun): Promise<RunRecord> {
    const splitKey = this.currentKey;
    if (splitKey === null) throw new Error('Choose a split before adding a run.');
    const key = await sha256(JSON.stringify([splitKey, run.method, run.rows]));
    const record: RunRecord = { ...run, key, splitKey, addedAt: new Date().toISOString() };
    const replaced = this.runs.filter((one) => one.method === run.method && one.key !== key);
    this.runs = [...this.runs.filter((one) => one.method !== run.method), record];
    const stored = await this.#store(async () => {
      await putRun($state.snapshot(record) as RunRecord);
      for (const old of replaced) await deleteRun(old.key);
    });
    if (!stored) this.#unstored.set(splitKey, [...(this.#unstored.get(splitKey) ?? []), record]);
    return record;
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
      });
    }
  }

  async removeRun(key: string): Promise<void> {
    this.runs = this.runs.filter((run) => run.key !== key);
    await this.#store(() => deleteRun(key));
  }

  /** True when the action went through. */
  async #store(action: () => Promise<void>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      this.storageProblem = `Could not write to this browser's storage (${String(error)}). Work goes on in memory: download what you want to keep.`;
      return false;
    }
  }
}

export const workspace = new Workspace();
