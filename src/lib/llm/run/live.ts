import type { StageName } from '$lib/complement/stages/ask';
import type { Trace } from '$lib/complement/trace';

/** What a running state tells the page before it ends. Never holds a key. */
export type LiveMessage =
  | { live: string; kind: 'prepared'; ranking: string[]; tokens: Record<string, number>; spoke: string[] }
  /** An attempt at a stage's call begins; `attempts` is the most that the configuration allows. */
  | { live: string; kind: 'asking'; stage: StageName; attempt: number; attempts: number }
  /** New part of the text being written, after `from` characters: 0 begins a new text. */
  | { live: string; kind: 'text'; text: string; from: number }
  /** A model in this browser reads a prompt of so many of its tokens. */
  | { live: string; kind: 'reading'; tokens: number }
  | { live: string; kind: 'trace'; trace: Trace; stored: boolean };

export const LIVE_CHANNEL = 'complement-live';
/** Tells all tabs that a batch's record changed. */
export const BATCH_CHANNEL = 'complement-batches';
/** Held by the one tab whose worker runs a batch. */
export const BATCH_LOCK = 'complement-batch';
