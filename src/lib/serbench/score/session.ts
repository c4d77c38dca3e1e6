import { poolBounds, type Bounds, type StateBounds } from '$lib/retrieval/baselines/bounds';
import { rankStarter, STARTER_METHOD } from '$lib/retrieval/starter';
import type { Certificate } from '../certificate';
import { FaultList, type Fault, type FaultKind } from '../fault';
import type { Prediction } from '../prediction';
import { provenanceOf } from '../provenance';
import { readItems, readSplitIndex } from '../reading/items';
import { readCertificates } from '../reading/labels';
import { readPredictions } from '../reading/predictions';
import type { ReopenableSource } from '../reading/source';
import type { SplitIndex } from '../split-index';
import type { Task } from '../task';
import { hintOtherSplits, type OtherSplit } from './other-splits';
import { detailOf, type StateDetail } from './detail';
import { printPerState, printSummary } from './files';
import { printReport } from './report';
import type { RunNote } from './run-note';
import { checkCutoffs, scoreRun } from './score-run';
import { onlyRun, type ScoreSheet } from './sheet';
import { summarise, type MethodSummary } from './summary';

export interface NamedSource {
  name: string;
  source: ReopenableSource;
}

export interface FaultReport {
  kept: Fault[];
  errors: number;
  warnings: number;
  /** How many there are of each kind, those that are not kept included. */
  kinds: FaultKind[];
}

export interface OpenedSplit {
  states: number;
  certificates: number;
  /** What must be said of scores against these certificates; see `provenanceOf`. */
  provenance: string | null;
  faults: FaultReport;
}

export interface ReadRuns {
  methods: { method: string; rows: number }[];
  faults: FaultReport;
}

export interface ScoreResult {
  sheet: ScoreSheet;
  summaries: MethodSummary[];
  /** States of the split: what a full run covers. */
  splitStates: number;
}

/** Curves need every prefix up to here, whatever cutoffs the files are asked for. */
export const CURVE_DEPTH = 16;

const report = (list: FaultList): FaultReport => ({
  kept: list.kept,
  errors: list.errors,
  warnings: list.warnings,
  kinds: list.kinds,
});

/** What a scoring page holds between its calls: a split, its certificates, runs, and the last scores. */
export class ScoringSession {
  private items: NamedSource | null = null;
  private split: SplitIndex = new Map();
  private certificates: ReadonlyMap<string, Certificate> = new Map();
  private fromFiles: Prediction[] = [];
  private readonly runs = new Map<string, Prediction[]>();
  /** What the runs of the files' methods are called, where it is not the method's own name. */
  private labels: ReadonlyMap<string, string> = new Map();
  private scored: ScoreResult | null = null;

  /** Opens a split; only one without errors is kept. Runs of the split before are dropped. */
  async open(items: NamedSource, labels: NamedSource | null, task: Task): Promise<OpenedSplit> {
    const faults = new FaultList();
    const split = await readSplitIndex(items.source, items.name, faults, task);
    // States that are left out for a fault of theirs would look unknown: the labels are then read by themselves.
    const context = faults.errors === 0 ? { split } : null;
    const certificates = labels
      ? await readCertificates(labels.source, labels.name, faults, task, context)
      : new Map<string, Certificate>();
    if (faults.errors === 0) {
      this.items = items;
      this.split = split;
      this.certificates = certificates;
      this.fromFiles = [];
      this.labels = new Map();
      this.runs.clear();
      this.scored = null;
    }
    return {
      states: split.size,
      certificates: certificates.size,
      provenance: provenanceOf(certificates.values()),
      faults: report(faults),
    };
  }

  /** Reads prediction files; without errors they replace the ones before. A method stands in one file only. */
  async readFiles(
    files: readonly NamedSource[],
    allowSubset: boolean,
    others: readonly OtherSplit[],
    task: Task,
  ): Promise<ReadRuns> {
    const faults = new FaultList();
    const rows: Prediction[] = [];
    // Two files may have one name, from two folders: they are told apart as objects.
    const counts = new Map<string, { file: NamedSource; rows: number }>();
    for (const file of files) {
      const { name, source } = file;
      const told = new Set<string>();
      for await (const row of readPredictions(source, name, faults, task, {
        split: this.split,
        allowSubset,
      })) {
        const known = counts.get(row.method) ?? { file, rows: 0 };
        if (known.file !== file && !told.has(row.method)) {
          told.add(row.method);
          refuseMethod(faults, row.method, name, known.file.name);
        }
        counts.set(row.method, { ...known, rows: known.rows + 1 });
        rows.push(row);
      }
    }
    if (faults.errors === 0) {
      this.fromFiles = rows;
      this.labels = new Map();
    }
    await hintOtherSplits(faults.kept, others, task);
    const methods = [...counts].map(([method, { rows: count }]) => ({ method, rows: count }));
    return { methods, faults: report(faults) };
  }

  /** Adds a run made elsewhere on the site; its label is what tells it from other runs of its method. */
  setRun(label: string, rows: Prediction[]): void {
    this.runs.set(label, rows);
  }

  clearRuns(): void {
    this.runs.clear();
  }

  /**
   * Scores all rows: the files' in their order, then the runs that are not of a file. The result's methods are the
   * runs' labels; `fileLabels` names those of the files' methods, by method.
   */
  async score(
    cutoffs: readonly number[],
    fileLabels: readonly (readonly [method: string, label: string])[],
    task: Task,
  ): Promise<ScoreResult> {
    this.labels = new Map(fileLabels);
    const curve = Array.from({ length: CURVE_DEPTH }, (_, i) => i + 1);
    const files = this.fromFiles.map((row) => ({ ...row, method: this.labelOf(row.method) }));
    const inFiles = new Set(files.map((row) => row.method));
    const others = [...this.runs]
      .filter(([label]) => !inFiles.has(label))
      .flatMap(([label, rows]) => rows.map((row) => ({ ...row, method: label })));
    const sheet = await scoreRun(
      this.certificates,
      [...files, ...others],
      [...checkCutoffs(cutoffs), ...curve],
      task,
    );
    this.scored = { sheet, summaries: summarise(sheet, this.split.size), splitStates: this.split.size };
    return this.scored;
  }

  /**
   * The release's two files at these cutoffs, and the report with the counts behind them: of all runs, each under its
   * label, or of one run under its method's own name, as the release's scorer writes them from that run's file.
   */
  files(
    cutoffs: readonly number[],
    notes: readonly RunNote[],
    run: string | null,
  ): { summary: string; perState: string; report: string } {
    if (!this.scored) throw new Error('Nothing is scored yet.');
    const { splitStates } = this.scored;
    const method = run === null ? null : (this.rows(run)[0]?.method ?? run);
    const sheet = run === null ? this.scored.sheet : onlyRun(this.scored.sheet, run, method ?? run);
    const summaries = run === null ? this.scored.summaries : summarise(sheet, splitStates);
    const own = notes.flatMap((note) =>
      run === null ? [note] : note.run === run ? [{ ...note, run: method ?? run }] : [],
    );
    const sorted = checkCutoffs(cutoffs);
    return {
      summary: printSummary(sheet, summaries, sorted),
      perState: [...printPerState(sheet, sorted)].join(''),
      report: printReport(
        sheet,
        summaries,
        splitStates,
        sorted,
        own,
        provenanceOf(this.certificates.values()),
      ),
    };
  }

  /** The rows of one run, as read. Before files are scored their runs are called as their methods. */
  rows(label: string): Prediction[] {
    const own = this.fromFiles.filter((row) => this.labelOf(row.method) === label);
    return own.length > 0 ? own : (this.runs.get(label) ?? []);
  }

  private labelOf(method: string): string {
    return this.labels.get(method) ?? method;
  }

  /** Null when the split or its certificates do not know the state. */
  detail(method: string, stateId: string): StateDetail | null {
    const state = this.split.get(stateId);
    const certificate = this.certificates.get(stateId);
    if (!state || !certificate) return null;
    const row = this.rows(method).find((one) => one.state_id === stateId);
    return detailOf(state, certificate, method, row?.ranked_evidence_ids ?? null);
  }

  bounds(cutoffs: readonly number[], task: Task): Promise<{ bounds: Bounds[]; states: StateBounds[] }> {
    return poolBounds(this.split, this.certificates, checkCutoffs(cutoffs), task);
  }

  /** The release's starter baseline over the split, as deep as the curves go. */
  async starter(depth: number, task: Task): Promise<Prediction[]> {
    if (!this.items) throw new Error('No split is open.');
    const rows: Prediction[] = [];
    const faults = new FaultList();
    for await (const state of readItems(this.items.source, this.items.name, faults, task)) {
      const ranked_evidence_ids = rankStarter(state).slice(0, depth);
      rows.push({ state_id: state.state_id, method: STARTER_METHOD, ranked_evidence_ids });
      task.progress({ done: rows.length, total: this.split.size, unit: 'states', note: 'Ranking' });
      await task.checkpoint();
    }
    return rows;
  }

  get index(): SplitIndex {
    return this.split;
  }
}

function refuseMethod(faults: FaultList, method: string, file: string, other: string): void {
  faults.add({
    file,
    line: 1,
    path: 'method',
    code: 'method-in-two-files',
    value: JSON.stringify(method),
    message: `Method ${JSON.stringify(method)} stands in ${JSON.stringify(other)} too; drop one of the files, or rename the method.`,
    severity: 'error',
  });
}
