import { dataWorker } from '$lib/data/client/data-worker';
import type { Inspected } from '$lib/data/ingest/inspect';
import type { SplitRecord } from '$lib/data/schema';
import { recordOfFiles } from '$lib/data/split-record';
import type { CallOptions } from '$lib/worker/live';

/** What came of dropped files: what each one is, the split they make, and what was left aside. */
export interface Taken {
  lines: { name: string; what: string }[];
  record: SplitRecord | null;
  problem: string | null;
}

const MAX_FILES = 10;

const KINDS: Record<Inspected['kind'], string> = {
  items: 'items: states with their pools',
  labels: 'labels: certificates',
  predictions: 'predictions: open them on the Score page',
  unknown: 'unknown: its first record has none of the fields of items, labels or predictions',
};

const describe = ({ known, kind }: Inspected): string =>
  known ? `this is ${known.label}` : `unknown file; by its fields ${KINDS[kind]}`;

/** Looks at dropped files and makes a split of items and labels; labels alone go with the split in use. */
export async function takeFiles(
  files: readonly File[],
  folders: number,
  current: SplitRecord | null,
  options: CallOptions,
): Promise<Taken> {
  const none = (problem: string): Taken => ({ lines: [], record: null, problem });
  if (folders > 0)
    return none(
      'Folders are not read. Choose the files inside: one of items, and one of labels if you have it.',
    );
  if (files.length > MAX_FILES)
    return none(`${files.length} files came at once. Choose one of items, and one of labels if you have it.`);
  const seen: { file: File; inspected: Inspected }[] = [];
  for (const file of files) seen.push({ file, inspected: await dataWorker.call('inspect', [file], options) });
  const lines = seen.map(({ file, inspected }) => ({ name: file.name, what: describe(inspected) }));
  const items = seen.filter(({ inspected }) => inspected.kind === 'items');
  const labels = seen.filter(({ inspected }) => inspected.kind === 'labels');
  const stop = (problem: string | null): Taken => ({ lines, record: null, problem });
  if (items.length > 1) return stop('More than one file of items: choose one.');
  if (labels.length > 1) return stop('More than one file of labels: choose one.');
  const own = items[0];
  const answers = labels[0]?.file ?? null;
  if (own) return { lines, record: recordOfFiles(own, answers, new Date()), problem: null };
  if (!answers) return stop(null);
  if (!current) return stop('Labels need their items: choose both, or load the items first.');
  return { lines, record: { ...current, labels: answers, labelsName: answers.name }, problem: null };
}
