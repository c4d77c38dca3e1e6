import { MOST_GROUPS, MOST_ITEMS, DEFAULT_BUDGET, type Budget } from '../draft';
import type { ShareSource } from './encode';
import { unpack } from './packing';
import { checkOf, readRecord, SHARE_VERSION } from './record';

/** A group as a link names it; units are positions in the pool. */
export interface SharedGroup {
  id: string;
  role: string;
  need: number;
  weight: number;
  units: number[];
  rationale: string | undefined;
}

/** What could be read of a link, before the pool is at hand. */
export interface Shared {
  source: ShareSource | null;
  poolMark: string | null;
  budget: Budget;
  groups: SharedGroup[];
  branches: number[][];
  answer: number[];
  /** What was left out and why, in sentences. */
  dropped: string[];
}

const text = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most ? value : null;
const whole = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null;
const places = (value: unknown): number[] | null =>
  Array.isArray(value) &&
  value.every((one) => whole(one, 0, 99_999) !== null) &&
  new Set(value).size === value.length
    ? (value as number[])
    : null;

/** Reads as much of a link as is sound. Never throws. */
export function decodeShare(link: string): Shared {
  const shared: Shared = {
    source: null,
    poolMark: null,
    budget: DEFAULT_BUDGET,
    groups: [],
    branches: [],
    answer: [],
    dropped: [],
  };
  const parts = /^(\d{1,6})\.(.*)$/s.exec(link);
  if (parts === null) {
    shared.dropped.push('The link holds no draft that this version can read.');
    return shared;
  }
  const version = Number(parts[1]);
  if (version !== SHARE_VERSION) {
    const age = version > SHARE_VERSION ? 'a newer' : 'another';
    shared.dropped.push(`The link was made by ${age} version (${version}); what this one knows is kept.`);
  }
  const unpacked = unpack(parts[2] ?? '');
  readLines(unpacked.text, unpacked.whole, shared);
  return shared;
}

interface End {
  groups: number | null;
  branches: number | null;
  /** Whether everything before it is as it was written. */
  fits: boolean;
}

function readLines(content: string, sound: boolean, shared: Shared): void {
  let damaged = 0;
  let end: End | null = null;
  let at = 0;
  const unknown = new Set<string>();
  const refused = new Set<string>();
  for (const line of content.split('\n')) {
    const record = readRecord(line);
    if (record === null) damaged += line === '' ? 0 : 1;
    else if (record[0] === 'end') {
      const fits = record[3] === checkOf(content.slice(0, at));
      end = { groups: whole(record[1], 0, 999), branches: whole(record[2], 0, 9999), fits };
    } else {
      const outcome = takeRecord(record, shared);
      if (outcome === 'unknown') unknown.add(record[0]);
      if (outcome === 'refused') refused.add(record[0]);
    }
    at += line.length + 1;
  }
  if (damaged > 0)
    shared.dropped.push(`${damaged} damaged ${damaged === 1 ? 'entry was' : 'entries were'} left out.`);
  for (const kind of refused)
    shared.dropped.push(`An entry "${kind}" had values out of range and was left out.`);
  for (const kind of unknown)
    shared.dropped.push(`Entries "${kind.slice(0, 40)}" are not known here and were left out.`);
  if (!sound || end === null || !end.fits) shared.dropped.push(lossOf(shared, end));
}

function lossOf({ groups, branches }: Shared, end: End | null): string {
  const of = (count: number | null | undefined) => (typeof count === 'number' ? ` of ${count}` : '');
  return `The link is damaged or cut: ${groups.length}${of(end?.groups)} groups and ${branches.length}${of(end?.branches)} branches could be read; an answer or a budget may be lost.`;
}

function takeRecord(record: readonly unknown[], shared: Shared): 'taken' | 'refused' | 'unknown' {
  switch (record[0]) {
    case 'state': {
      const split = text(record[1], 200);
      const stateId = text(record[2], 1000);
      if (split === null || stateId === null) return 'refused';
      shared.source = { kind: 'state', split, stateId };
      shared.poolMark = text(record[3], 20);
      return 'taken';
    }
    case 'blank': {
      const units = whole(record[1], 1, 200);
      if (units === null) return 'refused';
      shared.source = { kind: 'blank', units };
      return 'taken';
    }
    case 'budget': {
      const items = whole(record[1], 1, MOST_ITEMS);
      const tokens = record[2] === null ? null : whole(record[2], 1, 10_000_000);
      if (items === null || (tokens === null && record[2] !== null)) return 'refused';
      shared.budget = { items, tokens };
      return 'taken';
    }
    case 'group':
      return takeGroup(record, shared);
    case 'branch': {
      const units = places(record[1]);
      if (units === null || shared.branches.length >= 2000) return 'refused';
      shared.branches.push(units);
      return 'taken';
    }
    case 'answer': {
      const units = places(record[1]);
      if (units === null) return 'refused';
      shared.answer = units;
      return 'taken';
    }
    default:
      return 'unknown';
  }
}

function takeGroup(record: readonly unknown[], shared: Shared): 'taken' | 'refused' {
  const id = text(record[1], 100);
  const role = text(record[2], 200);
  const need = whole(record[3], 1, 9999);
  const weight = record[4];
  const units = places(record[5]);
  const rationale = record[6];
  if (id === null || role === null || need === null || units === null) return 'refused';
  if (typeof weight !== 'number' || !(weight > 0) || !Number.isFinite(weight)) return 'refused';
  if (rationale !== undefined && typeof rationale !== 'string') return 'refused';
  if (shared.groups.length >= MOST_GROUPS || shared.groups.some((group) => group.id === id)) return 'refused';
  shared.groups.push({ id, role, need, weight, units, rationale });
  return 'taken';
}
