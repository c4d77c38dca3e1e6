import { readFile } from 'node:fs/promises';
import {
  chooseStates,
  readIds,
  type Chosen,
  type StateFacts,
  type Subset,
} from '$lib/complement/batch/subset';
import { FaultList } from '$lib/serbench/fault';
import { readItems } from '$lib/serbench/reading/items';
import { readLabels } from '$lib/serbench/reading/labels';
import { quietTask } from '$lib/serbench/task';
import { openFile } from '../files';
import { CliError } from '../options';

export const SUBSET_OPTIONS = ['first', 'draw', 'seed', 'states', 'stratum', 'labels'] as const;

export const SUBSET_HELP = `    Some of the states: --first N | --draw N --seed S | --states FILE (ids, one a line) | --stratum NAME (a boundary,
    observed-in-pool, none-observed, or, chosen by --labels F, groups-1, groups-2, groups-2-or-more, groups-3-or-more).
    A wider choice into the same DIR makes only the missing states. Means over a choice are partial.`;

type Given = Partial<Record<(typeof SUBSET_OPTIONS)[number], string>>;

/** The states that the options choose; null = all. A `CliError` says which option is wrong. */
export async function chosenStates(given: Given, items: string): Promise<Chosen | null> {
  const subset = await subsetOf(given);
  if (subset.kind === 'all') return null;
  const read = chooseStates(await factsOf(items, given.labels), subset);
  if (!read.ok) throw new CliError('usage', read.fault);
  return read.chosen;
}

async function subsetOf(given: Given): Promise<Subset> {
  const kinds = (['first', 'draw', 'states', 'stratum'] as const).filter((name) => given[name] !== undefined);
  const [kind] = kinds;
  if (kinds.length > 1)
    throw new CliError('usage', `Give one of ${kinds.map((name) => `--${name}`).join(' and ')}.`);
  if ((given.seed !== undefined) !== (kind === 'draw'))
    throw new CliError('usage', '--draw N and --seed S go together.');
  if (given.labels !== undefined && kind !== 'stratum')
    throw new CliError(
      'usage',
      '--labels chooses states for a --stratum of groups, and is read for nothing else.',
    );
  if (kind === 'first') return { kind, count: whole(given.first, '--first') };
  if (kind === 'draw') return { kind, count: whole(given.draw, '--draw'), seed: whole(given.seed, '--seed') };
  if (kind === 'stratum') return { kind, name: given.stratum ?? '' };
  if (kind === 'states') return { kind: 'ids', ids: await idsAt(given.states ?? '') };
  return { kind: 'all' };
}

function whole(text: string | undefined, name: string): number {
  if (text === undefined || !/^\d{1,10}$/.test(text))
    throw new CliError('usage', `${name} takes a whole number, not ${JSON.stringify(text ?? '')}.`);
  return Number(text);
}

async function idsAt(path: string): Promise<string[]> {
  await openFile(path);
  return readIds(await readFile(path, 'utf8'));
}

/** What choosing may know of the states. Their rows were checked before: faults are told there. */
async function factsOf(items: string, labels: string | undefined): Promise<StateFacts[]> {
  const task = quietTask();
  const groups = new Map<string, number>();
  if (labels !== undefined)
    for await (const row of readLabels(await openFile(labels), labels, new FaultList(), task, null))
      groups.set(row.state_id, row.required_evidence_groups.length);
  const facts: StateFacts[] = [];
  for await (const state of readItems(await openFile(items), items, new FaultList(), task)) {
    const observed = new Set(state.observed_evidence_ids);
    facts.push({
      stateId: state.state_id,
      boundary: state.state_type,
      observed: state.candidate_evidence.some((unit) => observed.has(unit.evidence_id)),
      groups: groups.get(state.state_id) ?? null,
    });
  }
  return facts;
}
