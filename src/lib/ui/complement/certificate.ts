import type { Certificate } from '$lib/serbench/certificate';
import { FaultList } from '$lib/serbench/fault';
import { readLabels } from '$lib/serbench/reading/labels';
import { quietTask } from '$lib/serbench/task';

/** One state's certificate, read when a reader asks for it; null when the split has none for it. */
export async function certificateOf(
  labels: Blob,
  name: string,
  stateId: string,
): Promise<Certificate | null> {
  for await (const row of readLabels(labels, name, new FaultList(), quietTask(), null))
    if (row.state_id === stateId) return row;
  return null;
}
