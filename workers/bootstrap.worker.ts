import { FaultList } from '$lib/serbench/fault';
import type { Prediction } from '$lib/serbench/prediction';
import type { Certificate } from '$lib/serbench/certificate';
import { readSplitIndex } from '$lib/serbench/reading/items';
import { readCertificates } from '$lib/serbench/reading/labels';
import type { FaultReport } from '$lib/serbench/score/session';
import type { Task } from '$lib/serbench/task';
import { buildBook, type BookInput } from '$lib/statistics/comparison/build-book';
import { parseColumn } from '$lib/statistics/comparison/column';
import { computeSheet, type SheetRequest } from '$lib/statistics/comparison/compute';
import { readRunRows, readSplitFacts, type SplitFacts } from '$lib/statistics/comparison/read-split';
import type { JobNumbers } from '$lib/statistics/comparison/result';
import type { ScoreBook } from '$lib/statistics/comparison/score-book';
import { readTags, type Tags } from '$lib/statistics/comparison/tags';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { typescriptKernel } from '$lib/statistics/kernel/typescript';
import type { Kernel } from '$lib/statistics/kernel/kernel';
import { serve } from '$lib/worker/serve';

/** A file as the page hands it over. */
export interface NamedBlob {
  blob: Blob;
  name: string;
}
/** `BookInput` as it crosses: columns by key and counts as maps, since functions do not. */
export type BookRequest = Omit<BookInput, 'tokens' | 'columns'> & {
  columns: string[];
  tokens: { tokenizer: string; counts: Map<string, Map<string, number>> } | null;
};
/** A value, or null with the errors that forbid it. */
export interface Read<T> {
  value: T | null;
  faults: FaultReport;
}

let kernel: Promise<Kernel> | null = null;

const named = ({ blob, name }: NamedBlob) => ({ source: blob, name });

async function reading<T>(read: (faults: FaultList) => Promise<T>): Promise<Read<T>> {
  const faults = new FaultList();
  const value = await read(faults);
  const { kept, errors, warnings, kinds } = faults;
  return { value: errors > 0 ? null : value, faults: { kept, errors, warnings, kinds } };
}

const api = {
  readSplit: (task: Task, items: NamedBlob, labels: NamedBlob): Promise<Read<SplitFacts>> =>
    reading((faults) => readSplitFacts(named(items), named(labels), faults, task)),

  /** One result a file, in order; the items are read once. Faults of the items stand for all files. */
  readRuns: async (task: Task, items: NamedBlob, files: NamedBlob[]): Promise<Read<Prediction[]>[]> => {
    const split = await reading((faults) => readSplitIndex(items.blob, items.name, faults, task));
    const index = split.value;
    if (!index) return [{ value: null, faults: split.faults }];
    const results: Read<Prediction[]>[] = [];
    for (const file of files)
      results.push(await reading((faults) => readRunRows(index, named(file), faults, task)));
    return results;
  },

  /** A labels file by itself: its states need not be those of the split in use. */
  readLabels: (task: Task, labels: NamedBlob): Promise<Read<Map<string, Certificate>>> =>
    reading((faults) => readCertificates(labels.blob, labels.name, faults, task, null)),

  readTags: (task: Task, file: NamedBlob, states: Set<string>): Promise<Read<Tags>> =>
    reading((faults) => readTags(file.blob, file.name, states, faults, task)),

  book: (task: Task, { tokens, columns: keys, ...input }: BookRequest): Promise<ScoreBook> => {
    const columns = keys.map((key) => {
      const column = parseColumn(key);
      if (!column) throw new Error(`No such column: ${key}`);
      return column;
    });
    const of = (state: string, id: string) => {
      const count = tokens?.counts.get(state)?.get(id);
      if (count === undefined)
        throw new Error(`The tokens of unit ${id} of state ${state} were not counted.`);
      return count;
    };
    return buildBook({ ...input, columns, tokens: tokens && { tokenizer: tokens.tokenizer, of } }, task);
  },

  compute: async (task: Task, request: SheetRequest): Promise<JobNumbers> => {
    // Without WebAssembly SIMD the reference kernel gives the same digits, slower; the result names its kernel.
    kernel ??= loadSimdKernel().catch(() => typescriptKernel);
    return computeSheet(request, await kernel, task);
  },
};

export type BootstrapApi = typeof api;
export const server = serve(api);
