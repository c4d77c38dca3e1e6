import { readFileSync } from 'node:fs';
import type { Certificate } from '../../src/lib/serbench/certificate';
import { FaultList } from '../../src/lib/serbench/fault';
import { readItems } from '../../src/lib/serbench/reading/items';
import { readLabels } from '../../src/lib/serbench/reading/labels';
import type { State } from '../../src/lib/serbench/state';
import { quietTask } from '../../src/lib/serbench/task';

const stream = (name: string) => new Blob([readFileSync(`static/demo/${name}`)]).stream();

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** The demo's states and certificates, through the strict readers; throws when they find a fault. */
export async function readDemo(): Promise<{ states: State[]; certificates: Map<string, Certificate> }> {
  const faults = new FaultList();
  const states = await collect(readItems(stream('items.jsonl'), 'items.jsonl', faults, quietTask()));
  const labels = await collect(readLabels(stream('labels.jsonl'), 'labels.jsonl', faults, quietTask(), null));
  if (faults.errors > 0) throw new Error(`The demo has ${faults.errors} faults.`);
  return { states, certificates: new Map(labels.map((label) => [label.state_id, label])) };
}
