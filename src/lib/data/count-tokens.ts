import type { FaultList } from '$lib/serbench/fault';
import { readItems } from '$lib/serbench/reading/items';
import type { ByteSource } from '$lib/serbench/reading/source';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { sha256 } from './hash';
import { tokenKey, type TokenCache } from './tokens';

/** Counts the tokens of a text, and the name that counts are recorded under. */
export interface Tokenizer {
  name: string;
  count(text: string): number;
}

/** Counts by state, then by unit. */
export type TokenCounts = Map<string, Map<string, number>>;

export interface CountResult {
  tokenizer: string;
  counts: TokenCounts;
  /** Units whose count was kept from before, and those counted now. */
  kept: number;
  counted: number;
  /** Why counts could not be kept; null when they were. */
  cacheProblem: string | null;
}

/**
 * Counts the excerpts of the wanted units of an items file, state by state. A cache that fails is no failure: the
 * first refusal ends its use and is reported.
 */
export async function countUnits(
  items: ByteSource,
  file: string,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  tokenizer: Tokenizer,
  cache: TokenCache | null,
  faults: FaultList,
  task: Task,
): Promise<CountResult> {
  const result: CountResult = {
    tokenizer: tokenizer.name,
    counts: new Map(),
    kept: 0,
    counted: 0,
    cacheProblem: null,
  };
  for await (const state of readItems(items, file, faults, task)) {
    const units = wanted.get(state.state_id);
    if (!units) continue;
    try {
      await countState(state, units, tokenizer, result.cacheProblem === null ? cache : null, result, task);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'StorageFailed')) throw error;
      result.cacheProblem = error.message;
      await countState(state, units, tokenizer, null, result, task);
    }
    task.progress({
      done: result.counts.size,
      total: wanted.size,
      unit: 'states',
      note: `Counting ${tokenizer.name} tokens`,
    });
  }
  return result;
}

async function countState(
  state: State,
  wanted: ReadonlySet<string>,
  tokenizer: Tokenizer,
  cache: TokenCache | null,
  result: CountResult,
  task: Task,
): Promise<void> {
  const units = state.candidate_evidence.filter(({ evidence_id }) => wanted.has(evidence_id));
  const keys = await Promise.all(
    units.map(async (unit) => tokenKey(tokenizer.name, await sha256(unit.content_excerpt))),
  );
  const known = cache ? await cache.get(keys) : [];
  const counts = new Map<string, number>();
  const fresh: [string, number][] = [];
  for (const [i, unit] of units.entries()) {
    const count = known[i] ?? tokenizer.count(unit.content_excerpt);
    if (known[i] === undefined) fresh.push([keys[i] ?? '', count]);
    counts.set(unit.evidence_id, count);
    await task.checkpoint();
  }
  if (cache && fresh.length > 0) await cache.put(fresh);
  result.counts.set(state.state_id, counts);
  result.kept += units.length - fresh.length;
  result.counted += fresh.length;
}
