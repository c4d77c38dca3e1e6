import type { Configuration } from '$lib/complement/config/schema';
import type { StateResult } from '$lib/complement/run/types';
import type { StageName } from '$lib/complement/stages/ask';
import type { Trace } from '$lib/complement/trace';
import type { LiveMessage } from '$lib/llm/run/live';
import type { StateRun } from '$lib/llm/run/service';

/** One run of one state as it is shown: what arrives live, and the result once it is there. */
export interface ShownRun {
  id: number;
  title: string;
  stateId: string;
  configuration: Configuration;
  ranking: string[];
  tokens: Record<string, number>;
  spoke: string[];
  traces: { trace: Trace; stored: boolean }[];
  /** The answer that is arriving. */
  text: string;
  /** The attempt that is under way. */
  asking: { stage: StageName; attempt: number; attempts: number } | null;
  /** Tokens of the prompt that a model in this browser reads now, until its answer arrives. */
  reading: number | null;
  result: StateResult | null;
}

/** A run that has just begun. */
export const NOTHING_YET = {
  ranking: [],
  tokens: {},
  spoke: [],
  traces: [],
  text: '',
  asking: null,
  reading: null,
  result: null,
} satisfies Partial<ShownRun>;

/** Nothing arrives: before a call, and after it. */
const QUIET = { text: '', asking: null, reading: null };

/** The run with what a live message tells of it. */
export function heard(run: ShownRun, message: LiveMessage): ShownRun {
  switch (message.kind) {
    case 'prepared': {
      const { ranking, tokens, spoke } = message;
      return { ...run, ranking, tokens, spoke };
    }
    case 'asking': {
      const { stage, attempt, attempts } = message;
      return { ...run, ...QUIET, asking: { stage, attempt, attempts } };
    }
    case 'text':
      return { ...run, text: run.text.slice(0, message.from) + message.text };
    case 'reading':
      return { ...run, text: '', reading: message.tokens };
    case 'trace': {
      const { trace, stored } = message;
      return { ...run, ...QUIET, traces: [...run.traces, { trace, stored }] };
    }
  }
}

/** The run with its result; the live messages may have been late, or lost. */
export const ended = (run: ShownRun, done: StateRun): ShownRun => ({
  ...run,
  ...QUIET,
  ranking: done.ranking,
  tokens: done.tokens,
  spoke: done.spoke,
  result: done.result,
  traces: done.result.traces.map((trace) => ({ trace, stored: done.stored.includes(trace.key) })),
});
