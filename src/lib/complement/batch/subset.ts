import { drawStates } from '$lib/retrieval/rankers/query-form-selection';

/** What choosing states may know of one; nothing of its certificate but, where asked for, how many groups it has. */
export interface StateFacts {
  stateId: string;
  boundary: string;
  /** Whether the pool holds a unit that the state has already observed. */
  observed: boolean;
  /** Evidence groups of the certificate; null while labels are not read. Chooses states, never answers one. */
  groups: number | null;
}

/** A choice of states of a split. */
export type Subset =
  | { kind: 'all' }
  | { kind: 'first'; count: number }
  | { kind: 'draw'; count: number; seed: number }
  | { kind: 'ids'; ids: readonly string[] }
  | { kind: 'stratum'; name: string }
  | { kind: 'differ'; runs: readonly [Rankings, Rankings]; k: number };

/** A run's rankings by state id. */
export interface Rankings {
  name: string;
  ranked: ReadonlyMap<string, readonly string[]>;
}

/** The chosen states in the split's order, and the choice in words. */
export interface Chosen {
  label: string;
  stateIds: string[];
}

export type ChosenRead = { ok: true; chosen: Chosen | null } | { ok: false; fault: string };

/** Strata by the number of evidence groups: only these need labels. */
const GROUP_STRATA: Readonly<Record<string, (groups: number) => boolean>> = {
  'groups-1': (groups) => groups === 1,
  'groups-2': (groups) => groups === 2,
  'groups-2-or-more': (groups) => groups >= 2,
  'groups-3-or-more': (groups) => groups >= 3,
};

/** Strata of the items alone. */
const OBSERVED_STRATA: Readonly<Record<string, (facts: StateFacts) => boolean>> = {
  'observed-in-pool': ({ observed }) => observed,
  'none-observed': ({ observed }) => !observed,
};

/** Whether a stratum can be chosen with labels only. */
export const needsLabels = (stratum: string): boolean => Object.hasOwn(GROUP_STRATA, stratum);

/** The strata of a split: its boundaries as they are spelled, observed or not, and the numbers of groups. */
export function strataOf(states: readonly Pick<StateFacts, 'boundary'>[]): string[] {
  const boundaries = [...new Set(states.map(({ boundary }) => boundary))].sort();
  return [...new Set([...boundaries, ...Object.keys(OBSERVED_STRATA), ...Object.keys(GROUP_STRATA)])];
}

/**
 * Chooses states; null stands for the whole split. Never an empty choice: that is a fault, with what to do. A larger
 * `first`, or a larger `draw` of the same seed, holds the smaller one.
 */
export function chooseStates(states: readonly StateFacts[], subset: Subset): ChosenRead {
  switch (subset.kind) {
    case 'all':
      return { ok: true, chosen: null };
    case 'first':
      return (
        countFault(subset.count) ?? pick(states, `the first ${subset.count}`, (_, at) => at < subset.count)
      );
    case 'draw':
      return drawn(states, subset.count, subset.seed);
    case 'ids':
      return listed(states, subset.ids);
    case 'stratum':
      return stratum(states, subset.name);
    case 'differ':
      return differing(states, subset.runs, subset.k);
  }
}

/** State ids of a pasted or dropped text: one a line, or separated by blanks or commas; rows of JSON Lines by their `state_id`. */
export function readIds(text: string): string[] {
  const ids = text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.trim();
    return trimmed.startsWith('{') ? idOfRow(trimmed) : trimmed.split(/[\s,;]+/);
  });
  return [...new Set(ids.filter((id) => id !== ''))];
}

function idOfRow(line: string): string[] {
  try {
    const row: unknown = JSON.parse(line);
    const id = typeof row === 'object' && row !== null && 'state_id' in row ? row.state_id : null;
    return [typeof id === 'string' ? id : line];
  } catch {
    // Shown as an id that is not in the split.
    return [line];
  }
}

const fault = (text: string): ChosenRead => ({ ok: false, fault: text });

const countFault = (count: number): ChosenRead | null =>
  Number.isInteger(count) && count >= 1 ? null : fault('The number of states is a whole number from 1 on.');

function pick(
  states: readonly StateFacts[],
  label: string,
  keep: (state: StateFacts, place: number) => boolean,
): ChosenRead {
  const stateIds = states.filter(keep).map(({ stateId }) => stateId);
  if (stateIds.length === 0)
    return fault(`No state of this split is in the choice (${label}). Choose another.`);
  return { ok: true, chosen: { label, stateIds } };
}

function drawn(states: readonly StateFacts[], count: number, seed: number): ChosenRead {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff)
    return fault('The seed is a whole number from 0 to 4,294,967,295.');
  const ids = states.map(({ stateId }) => stateId);
  const wrong = countFault(count);
  if (wrong) return wrong;
  const taken = new Set(drawStates(ids, count, seed));
  return pick(states, `${count} drawn with seed ${seed}`, ({ stateId }) => taken.has(stateId));
}

function listed(states: readonly StateFacts[], ids: readonly string[]): ChosenRead {
  if (ids.length === 0) return fault('The list holds no state id: give one a line.');
  const known = new Set(states.map(({ stateId }) => stateId));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 3).map((id) => JSON.stringify(id.slice(0, 120)));
    return fault(
      `${unknown.length} of ${ids.length} ids of the list are not in this split: ${shown.join(', ')}${unknown.length > 3 ? ', ...' : ''}. Correct the list, or choose its split.`,
    );
  }
  const wanted = new Set(ids);
  return pick(states, `a list of ${wanted.size}`, ({ stateId }) => wanted.has(stateId));
}

function stratum(states: readonly StateFacts[], name: string): ChosenRead {
  if (!strataOf(states).includes(name))
    return fault(`There is no stratum ${JSON.stringify(name)}; there are ${strataOf(states).join(', ')}.`);
  const label = `stratum ${name}`;
  const byGroups = Object.hasOwn(GROUP_STRATA, name) ? GROUP_STRATA[name] : undefined;
  if (byGroups) {
    const unread = states.filter(({ groups }) => groups === null).length;
    if (unread > 0)
      return fault(
        `${name} needs labels to choose states: ${unread} of ${states.length} states have none. Load the split with its labels.`,
      );
    return pick(states, `${label}, by labels`, ({ groups }) => byGroups(groups ?? 0));
  }
  const byItems = Object.hasOwn(OBSERVED_STRATA, name) ? OBSERVED_STRATA[name] : undefined;
  return pick(states, label, byItems ?? (({ boundary }) => boundary === name));
}

function differing(
  states: readonly StateFacts[],
  [a, b]: readonly [Rankings, Rankings],
  k: number,
): ChosenRead {
  if (!Number.isInteger(k) || k < 1) return fault('k is a whole number from 1 on.');
  const first = (run: Rankings, id: string) => new Set(run.ranked.get(id)?.slice(0, k));
  return pick(states, `where ${a.name} and ${b.name} differ in their first ${k}`, ({ stateId }) => {
    if (!a.ranked.has(stateId) || !b.ranked.has(stateId)) return false;
    const [one, other] = [first(a, stateId), first(b, stateId)];
    return one.size !== other.size || [...one].some((id) => !other.has(id));
  });
}
