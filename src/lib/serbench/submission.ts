import { FaultList } from './fault';
import type { Prediction } from './prediction';
import { readPredictions } from './reading/predictions';
import type { SplitIndex } from './split-index';
import type { Task } from './task';

export const RELEASE = 'serbench-public-v1-v5.6';
export const TEST500_STATES = 500;
export const MAXIMUM_IDS = 8;
export const MAXIMUM_BYTES = 2_097_152;

/** Why a Test500 file is not scored here without a labels file from the user. */
export const PRIVATE_LABELS =
  'The certificates of Test500 are private: its predictions cannot be scored here. They can be checked, and sent to the benchmark’s evaluation form; or supply a labels file.';

/** What a check of a submission found. */
export interface SubmissionCheck {
  faults: FaultList;
  /** Hex, of the bytes as given: the form's `sha256`. */
  sha256: string;
  bytes: number;
  method: string | null;
  rows: number;
}

/**
 * Checks the rules of a Test500 submission: `.jsonl` in UTF-8, not compressed, at most 2 MiB, one method, exactly the
 * split's 500 states, at most 8 ids a state, and all that scoring demands.
 */
export async function checkSubmission(
  bytes: Uint8Array<ArrayBuffer>,
  file: string,
  split: SplitIndex,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
  task: Task,
): Promise<SubmissionCheck> {
  const faults = new FaultList();
  const refuse = (code: string, value: string, message: string) =>
    faults.add({ file, line: 1, path: '', code, value, message, severity: 'error' });
  if (split.size !== TEST500_STATES) {
    refuse(
      'not-test500',
      String(split.size),
      `Test500 has ${TEST500_STATES} states; these items have ${split.size}.`,
    );
  }
  if (!file.toLowerCase().endsWith('.jsonl'))
    refuse('not-jsonl', file, 'The name of a submission ends in ".jsonl".');
  if (bytes.length > MAXIMUM_BYTES) {
    refuse(
      'too-many-bytes',
      String(bytes.length),
      `A submission has at most ${MAXIMUM_BYTES} bytes (2 MiB); this file has ${bytes.length}.`,
    );
  }
  const compressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (compressed) refuse('compressed', '1f 8b', 'A submission is not compressed; unpack it.');
  const rows: Prediction[] = [];
  if (!compressed) {
    const options = { split, submission: { maximumIds: MAXIMUM_IDS } };
    for await (const row of readPredictions(new Blob([bytes]), file, faults, task, options)) rows.push(row);
  }
  return {
    faults,
    sha256: await sha256(bytes),
    bytes: bytes.length,
    method: rows[0]?.method ?? null,
    rows: rows.length,
  };
}
