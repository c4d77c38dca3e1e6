import type { Certificate } from '$lib/serbench/certificate';
import { FaultList, type Fault } from '$lib/serbench/fault';
import type { Prediction } from '$lib/serbench/prediction';
import { readItems } from '$lib/serbench/reading/items';
import { readJsonLines } from '$lib/serbench/reading/json-lines';
import { readLabels } from '$lib/serbench/reading/labels';
import { readPredictions, type PredictionOptions } from '$lib/serbench/reading/predictions';
import { indexState, type SplitIndex } from '$lib/serbench/split-index';
import type { State } from '$lib/serbench/state';
import { quietTask } from '$lib/serbench/task';

export interface Read<T> {
  rows: T[];
  faults: Fault[];
  list: FaultList;
}

/** A stream of the bytes, in pieces of a size. */
export function streamOf(bytes: Uint8Array, piece = bytes.length || 1): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + piece));
      at += piece;
    },
  });
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function collect<T>(rows: AsyncIterable<T>, list: FaultList): Promise<Read<T>> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return { rows: found, faults: list.kept, list };
}

const blob = (content: string | Uint8Array<ArrayBuffer>) => new Blob([content]);

export function readLines(
  source: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  list = new FaultList(),
) {
  const bytes = source instanceof ReadableStream ? source : blob(source);
  return collect(readJsonLines(bytes, 'x.jsonl', list, quietTask()), list);
}

export function items(content: string | Uint8Array<ArrayBuffer>): Promise<Read<State>> {
  const list = new FaultList();
  return collect(readItems(blob(content), 'items.jsonl', list, quietTask()), list);
}

export function labels(content: string, split: SplitIndex | null): Promise<Read<Certificate>> {
  const list = new FaultList();
  return collect(readLabels(blob(content), 'labels.jsonl', list, quietTask(), split && { split }), list);
}

export function predictions(content: string, options: PredictionOptions | null): Promise<Read<Prediction>> {
  const list = new FaultList();
  return collect(readPredictions(blob(content), 'predictions.jsonl', list, quietTask(), options), list);
}

/** A split of states with these pools; `observed` by state. */
export async function splitOf(
  pools: Record<string, string[]>,
  observed: Record<string, string[]> = {},
): Promise<SplitIndex> {
  const text = Object.entries(pools)
    .map(([state_id, ids]) =>
      JSON.stringify({
        state_id,
        candidate_evidence: ids.map((evidence_id) => ({ evidence_id })),
        observed_evidence_ids: observed[state_id] ?? [],
      }),
    )
    .join('\n');
  const { rows, faults } = await items(text);
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  return new Map(rows.map((state) => [state.state_id, indexState(state)]));
}

/** The parts of a fault that tests name: where it is and what it is called. */
export const places = (faults: Fault[]) =>
  faults.map(({ line, column, path, code, value }) => ({ line, column, path, code, value }));
