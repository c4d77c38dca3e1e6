import { FaultList } from '../fault';
import type { Task } from '../task';
import { isObject, type JsonObject } from './fields';
import { readJsonLines } from './json-lines';
import type { ByteSource } from './source';

export type FileKind = 'items' | 'labels' | 'predictions';

/** What a file is by its first record; null with the faults that stand before it, or none when it is another kind. */
export interface Identified {
  kind: FileKind | null;
  faults: FaultList;
}

const MARKS: [FileKind, string[]][] = [
  ['items', ['candidate_evidence']],
  ['labels', ['required_evidence_groups', 'graded_labels']],
  ['predictions', ['ranked_evidence_ids']],
];

const kindOf = (row: JsonObject): FileKind | null =>
  MARKS.find(([, keys]) => keys.some((key) => key in row))?.[0] ?? null;

/** Tells items, labels and predictions apart by content; names do not count. Reads no further than it must. */
export async function identify(source: ByteSource, file: string, task: Task): Promise<Identified> {
  const faults = new FaultList();
  for await (const { value } of readJsonLines(source, file, faults, task)) {
    if (isObject(value)) return { kind: kindOf(value), faults };
    if (faults.total >= 20) break;
  }
  return { kind: null, faults };
}
