import { FaultList } from '$lib/serbench/fault';
import { readJsonLines } from '$lib/serbench/reading/json-lines';
import type { Task } from '$lib/serbench/task';
import { sha256 } from '../hash';
import { identify, type ReleaseFile } from '../release/catalog';

export type FileKind = 'items' | 'labels' | 'predictions' | 'unknown';

/** What a dropped file is. */
export interface Inspected {
  name: string;
  bytes: number;
  sha256: string;
  /** The file of the release that it is, byte for byte (or unpacked). */
  known: ReleaseFile | null;
  /** By the fields of its first record. */
  kind: FileKind;
  /** Why its first record could not be read; null when it could. */
  problem: string | null;
}

/** Beyond this a browser cannot hash a file in one piece. */
const MAX_BYTES = 1.5 * 2 ** 30;

function kindOf(record: unknown): FileKind {
  if (typeof record !== 'object' || record === null) return 'unknown';
  if ('ranked_evidence_ids' in record) return 'predictions';
  if ('candidate_evidence' in record) return 'items';
  if ('required_evidence_groups' in record || 'graded_labels' in record) return 'labels';
  return 'unknown';
}

/** Hashes a file and looks at its first record. Throws RangeError for a file beyond what can be hashed. */
export async function inspectFile(file: File, task: Task): Promise<Inspected> {
  if (file.size > MAX_BYTES) throw new RangeError(`${file.name} is larger than 1.5 GB; no split is.`);
  task.progress({ done: 0, total: file.size, unit: 'bytes', note: `Hashing ${file.name}` });
  const digest = await sha256(new Uint8Array(await file.arrayBuffer()));
  await task.checkpoint();
  let kind: FileKind = 'unknown';
  const faults = new FaultList(10);
  const lines = readJsonLines(file, file.name, faults, task);
  for await (const { value } of lines) {
    kind = kindOf(value);
    break;
  }
  const fault = faults.kept.find(({ severity }) => severity === 'error');
  const problem = fault ? `line ${fault.line}: ${fault.message}` : null;
  return { name: file.name, bytes: file.size, sha256: digest, known: identify(digest), kind, problem };
}
