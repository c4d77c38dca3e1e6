import { dataWorker } from '$lib/data/client/data-worker';
import type { Inspected } from '$lib/data/ingest/inspect';
import type { SplitRecord } from '$lib/data/schema';
import { recordOfFiles, splitKeyOf } from '$lib/data/split-record';
import { lostMessage, lostParts } from '$lib/data/storage/lost';
import type { CallOptions } from '$lib/worker/live';
import { looksLike } from './looks-like';

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

async function describe(file: File, { known, kind, problem }: Inspected): Promise<string> {
  if (known) return `this is ${known.label}`;
  if (kind !== 'unknown') return `unknown file; by its fields ${KINDS[kind]}`;
  return (await looksLike(file)) ?? (problem ? `no records can be read: ${problem}` : KINDS.unknown);
}

/**
 * Looks at dropped files and makes a split of items and labels. Labels alone go with the split in use; items that are
 * at hand already keep their labels.
 */
export async function takeFiles(
  files: readonly File[],
  folders: number,
  { current, splits }: { current: SplitRecord | null; splits: readonly SplitRecord[] },
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
  const lines: Taken['lines'] = [];
  for (const file of files) {
    const inspected = await dataWorker.call('inspect', [file], options);
    seen.push({ file, inspected });
    lines.push({ name: file.name, what: await describe(file, inspected) });
  }
  const items = seen.filter(({ inspected }) => inspected.kind === 'items');
  const labels = seen.filter(({ inspected }) => inspected.kind === 'labels');
  const stop = (problem: string | null): Taken => ({ lines, record: null, problem });
  if (items.length > 1) return stop('More than one file of items: choose one.');
  if (labels.length > 1) return stop('More than one file of labels: choose one.');
  const own = items[0];
  const answers = labels[0] ? { name: labels[0].file.name, blob: labels[0].file } : null;
  if (own) {
    const { file, inspected } = own;
    const before = splits.find(({ key }) => key === splitKeyOf(inspected.sha256));
    const kept = answers ?? (before ? await labelsOf(before) : null);
    const named = { name: file.name, blob: file, sha256: inspected.sha256 };
    return { lines, record: recordOfFiles(named, kept, new Date()), problem: null };
  }
  if (!answers) return stop(null);
  if (!current) return stop('Labels need their items: choose both, or load the items first.');
  const lost = await lostParts(current);
  if (lost.includes('items')) return stop(lostMessage(current, lost));
  return { lines, record: { ...current, labels: answers.blob, labelsName: answers.name }, problem: null };
}

/** The labels of a split that is at hand, unless the browser has lost them. */
async function labelsOf(split: SplitRecord): Promise<{ name: string; blob: Blob } | null> {
  if (split.labels === null || (await lostParts(split)).includes('labels')) return null;
  return { name: split.labelsName ?? 'labels', blob: split.labels };
}
