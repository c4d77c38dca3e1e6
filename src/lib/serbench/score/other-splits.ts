import { FaultList, type Fault } from '../fault';
import { readItems } from '../reading/items';
import type { ReopenableSource } from '../reading/source';
import type { Task } from '../task';

/** Another split at hand, where a state that is unknown here may be at home. */
export interface OtherSplit {
  label: string;
  name: string;
  source: ReopenableSource;
}

/** Adds "exists in split X" to faults of unknown states that have no hint yet. Reads other splits only when needed. */
export async function hintOtherSplits(
  faults: readonly Fault[],
  others: readonly OtherSplit[],
  task: Task,
): Promise<void> {
  for (const { label, name, source } of others) {
    const open = faults.filter((fault) => fault.code === 'unknown-state' && fault.hint === undefined);
    if (open.length === 0) return;
    const ids = new Set<string>();
    for await (const state of readItems(source, name, new FaultList(), task)) ids.add(state.state_id);
    for (const fault of open) if (ids.has(idOf(fault))) fault.hint = `exists in split ${label}`;
  }
}

/** The id that a fault's value spells; '' for one that was cut. */
function idOf({ value }: Fault): string {
  try {
    return String(JSON.parse(value));
  } catch {
    return '';
  }
}
