import type { Certificate } from '../certificate';
import { FaultList } from '../fault';
import { readItems } from '../reading/items';
import { readLabels } from '../reading/labels';
import type { ByteSource } from '../reading/source';
import type { State } from '../state';
import type { Task } from '../task';

/** What a list of states shows. */
export interface StateEntry {
  state_id: string;
  repo: string;
  instance_id: string;
  state_type: string;
  units: number;
}

/** All sound states of an items file, in order. */
export async function listStates(items: ByteSource, file: string, task: Task): Promise<StateEntry[]> {
  const entries: StateEntry[] = [];
  for await (const state of readItems(items, file, new FaultList(), task)) {
    const { state_id, repo, instance_id, state_type, candidate_evidence } = state;
    entries.push({ state_id, repo, instance_id, state_type, units: candidate_evidence.length });
  }
  return entries;
}

/** One state with its texts; null when the file has no sound state of that name. Stops reading once it is found. */
export async function findState(
  items: ByteSource,
  file: string,
  stateId: string,
  task: Task,
): Promise<State | null> {
  for await (const state of readItems(items, file, new FaultList(), task))
    if (state.state_id === stateId) return state;
  return null;
}

/** A state's certificate; null when the file has no sound one. */
export async function findCertificate(
  labels: ByteSource,
  file: string,
  stateId: string,
  task: Task,
): Promise<Certificate | null> {
  for await (const certificate of readLabels(labels, file, new FaultList(), task, null))
    if (certificate.state_id === stateId) return certificate;
  return null;
}
