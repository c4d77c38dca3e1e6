import type { Certificate } from '$lib/serbench/certificate';
import type { FaultList } from '$lib/serbench/fault';
import { readSplitIndex } from '$lib/serbench/reading/items';
import { readCertificates } from '$lib/serbench/reading/labels';
import { readPredictions } from '$lib/serbench/reading/predictions';
import type { ByteSource } from '$lib/serbench/reading/source';
import type { Prediction } from '$lib/serbench/prediction';
import type { SplitIndex } from '$lib/serbench/split-index';
import type { Task } from '$lib/serbench/task';
import { sortFacts, stateFacts, type StateFacts } from './facts';

export interface NamedSource {
  source: ByteSource;
  name: string;
}

/** A split ready to score against. */
export interface SplitFacts {
  facts: StateFacts[];
  certificates: Map<string, Certificate>;
}

/** Reads items and labels. Faults go to the list: with errors there the result is not to be used. */
export async function readSplitFacts(
  items: NamedSource,
  labels: NamedSource,
  faults: FaultList,
  task: Task,
): Promise<SplitFacts> {
  const split = await readSplitIndex(items.source, items.name, faults, task);
  const certificates = await readCertificates(labels.source, labels.name, faults, task, { split });
  const facts = [...split.values()].map((state) =>
    stateFacts(state, certificates.get(state.state_id) ?? null),
  );
  return { facts: sortFacts(facts), certificates };
}

/** Reads a predictions file against its split. Missing states are no fault here: they make a run not comparable. */
export async function readRunRows(
  split: SplitIndex,
  { source, name }: NamedSource,
  faults: FaultList,
  task: Task,
): Promise<Prediction[]> {
  const rows: Prediction[] = [];
  for await (const row of readPredictions(source, name, faults, task, { split, allowSubset: true }))
    rows.push(row);
  return rows;
}
