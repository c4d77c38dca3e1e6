import type { FaultList } from '$lib/serbench/fault';
import { readName, type JsonObject } from '$lib/serbench/reading/fields';
import type { RowFaults } from '$lib/serbench/reading/row-faults';
import { readRows } from '$lib/serbench/reading/rows';
import type { ByteSource } from '$lib/serbench/reading/source';
import type { Task } from '$lib/serbench/task';
import type { StateFacts } from './facts';

/** The user's tags by state: field to value. */
export type Tags = Map<string, Record<string, string>>;

/**
 * Reads tags, one JSON object a line: `state_id` and any fields with text, number or boolean values. Unknown and
 * repeated states and other values are faults; a state may lack tags.
 */
export async function readTags(
  source: ByteSource,
  file: string,
  states: ReadonlySet<string>,
  faults: FaultList,
  task: Task,
): Promise<Tags> {
  const rows = readRows(source, file, faults, task);
  const tags: Tags = new Map();
  for await (const row of rows.objects) {
    const state = readName(row, 'state_id', rows.faults);
    if (state === undefined) continue;
    if (!states.has(state))
      rows.faults.at(['state_id'], 'unknown-state', `State ${JSON.stringify(state)} is not in the items.`);
    else if (tags.has(state))
      rows.faults.at(['state_id'], 'duplicate-state', `State ${JSON.stringify(state)} has tags already.`);
    else tags.set(state, readValues(row, rows.faults));
  }
  return tags;
}

function readValues(row: JsonObject, faults: RowFaults): Record<string, string> {
  const values: [string, string][] = [];
  for (const [field, value] of Object.entries(row)) {
    if (field === 'state_id') continue;
    if (!/^[\w-]{1,60}$/.test(field))
      faults.at([field], 'tag-name', 'A tag is named by letters, digits, "_" and "-", 60 at most.');
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values.push([field, String(value)]);
    else faults.at([field], 'tag-value', 'A tag is a text, a number, true or false.');
  }
  // Own fields even where a tag is called `__proto__`.
  return Object.fromEntries(values);
}

/** Facts with the tags put in; states without tags keep none. */
export const withTags = (facts: readonly StateFacts[], tags: Tags): StateFacts[] =>
  facts.map((one) => ({ ...one, tags: tags.get(one.state_id) ?? {} }));

/** Fields that some state has, and those that every state has: only these can be clustered by. */
export function tagFields(facts: readonly StateFacts[]): { some: string[]; all: string[] } {
  const some = [...new Set(facts.flatMap(({ tags }) => Object.keys(tags)))].sort();
  return { some, all: some.filter((field) => facts.every(({ tags }) => Object.hasOwn(tags, field))) };
}
