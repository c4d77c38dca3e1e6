import { sha256 } from '$lib/data/hash';
import type { Prediction } from '$lib/serbench/prediction';
import { identify, type FileKind } from '$lib/serbench/reading/identify';
import type { RunNote } from '$lib/serbench/score/run-note';
import { ScoringSession, type FaultReport, type NamedSource } from '$lib/serbench/score/session';
import { checkSubmission } from '$lib/serbench/submission';
import type { Task } from '$lib/serbench/task';
import { serve } from '$lib/worker/serve';

export interface NamedBlob {
  name: string;
  blob: Blob;
}

const session = new ScoringSession();
const source = ({ name, blob }: NamedBlob): NamedSource => ({ name, source: blob });
const report = (list: FaultReport): FaultReport => ({
  kept: list.kept,
  errors: list.errors,
  warnings: list.warnings,
  kinds: list.kinds,
});

const api = {
  identify: async (task: Task, file: NamedBlob): Promise<{ kind: FileKind | null; faults: FaultReport }> => {
    const { kind, faults } = await identify(file.blob, file.name, task);
    return { kind, faults: report(faults) };
  },
  hash: async (_task: Task, blob: Blob) => sha256(new Uint8Array(await blob.arrayBuffer())),
  open: (task: Task, items: NamedBlob, labels: NamedBlob | null) =>
    session.open(source(items), labels && source(labels), task),
  readFiles: (
    task: Task,
    files: NamedBlob[],
    allowSubset: boolean,
    others: (NamedBlob & { label: string })[],
  ) =>
    session.readFiles(
      files.map(source),
      allowSubset,
      others.map((other) => ({ ...source(other), label: other.label })),
      task,
    ),
  clearRuns: () => session.clearRuns(),
  setRun: (_task: Task, label: string, rows: Prediction[]) => session.setRun(label, rows),
  score: (task: Task, cutoffs: number[], fileLabels: [method: string, label: string][] = []) =>
    session.score(cutoffs, fileLabels, task),
  /** As Blobs: they cross without being copied. */
  files: (_task: Task, cutoffs: number[], notes: RunNote[] = [], run: string | null = null) => {
    const { summary, perState, report: settings } = session.files(cutoffs, notes, run);
    return { summary: new Blob([summary]), perState: new Blob([perState]), report: new Blob([settings]) };
  },
  rows: (_task: Task, run: string) => session.rows(run),
  detail: (_task: Task, run: string, state: string) => session.detail(run, state),
  bounds: (task: Task, cutoffs: number[]) => session.bounds(cutoffs, task),
  starter: (task: Task, depth: number) => session.starter(depth, task),
  checkSubmission: async (task: Task, { name, blob }: NamedBlob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const { faults, ...found } = await checkSubmission(bytes, name, session.index, sha256, task);
    return { ...found, faults: report(faults) };
  },
};

export type ScoreApi = typeof api;
export const server = serve(api);
