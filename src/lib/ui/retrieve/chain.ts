import type { SplitRecord } from '$lib/data/schema';
import type { StageOptions } from '$lib/embedding/second-stage/stage';
import type { Prediction } from '$lib/serbench/prediction';
import type { Consent } from '../embedding/consent.svelte';
import type { StageSource } from '../embedding/stages';
import type { Hooks } from './hooks';
import { itemsOf } from './items';
import { recordOf } from './chain-record';
import type { Made } from './made';
import type { Ranking } from './rankings';
import type { Retriever } from './retriever.svelte';

/** A chain over a ranking: a second stage over its leading units, then MMR; either may be left out. */
export interface Chain {
  start: Ranking;
  stage: { source: StageSource; options: StageOptions } | null;
  /** 1 leaves the ranking as it is. */
  lambda: number;
  /** What a calibrated lambda rests on, for the configuration. */
  calibration: Record<string, unknown> | null;
}

/** Runs a chain over all states of the ranking; its method names every link. Null when a link gave no row. */
export async function runChain(
  retriever: Retriever,
  split: SplitRecord,
  chain: Chain,
  consent: Consent,
  hooks: Hooks,
): Promise<Made | null> {
  const { start, stage, lambda } = chain;
  const worker = retriever.worker();
  const items = itemsOf(split);
  let rows: Prediction[] = start.rows();
  if (stage !== null) {
    const whole = !Number.isFinite(stage.options.leading);
    const firsts = await worker.call('firsts', [items, rows, whole], hooks);
    const from = { name: start.method, firsts };
    rows = await retriever.reading.stage(split, stage.source, stage.options, from, consent, hooks);
  }
  if (lambda < 1) rows = await worker.call('spread', [items, rows, [lambda]], hooks);
  const method = rows[0]?.method;
  if (method === undefined) return null;
  // An imported ranking may be named like one made here: the label tells what was started from.
  const label = start.label === start.method ? method : `${method} from ${start.label}`;
  return { label, method, origin: 'second stage', besides: recordOf(chain), rows };
}
