import type { Status } from '$lib/serbench/prediction';
import type { StateFacts } from './facts';

/** How many of a run's scored states hold a fallback, not an answer of the method. */
export interface Fallbacks {
  states: number;
  of: number;
}

/** A method's scores. Scores of failed and not-run states are 0 here, and `status` says which they are. */
export interface MethodScores {
  /** The run's label. */
  method: string;
  /** Where the answers came from: `file:<name>`, `view:<name>`, ... */
  origin: string;
  configurationHash: string | null;
  /** One a state: `scored`, `empty`, `failed` or `not run`. */
  status: Status[];
  /** Column c of state s at `c * states + s`. */
  scores: Float64Array;
  /** Source tokens of what each column's budget admits, laid out alike; null without token counts. */
  tokens: Float64Array | null;
  /** Absent when the run does not tell. */
  fallbacks?: Fallbacks | undefined;
}

/** All that a comparison reads. Serialisable: workers and reports carry it. */
export interface ScoreBook {
  /** In code-point order of the state ids. */
  facts: StateFacts[];
  /** Keys as `columnKey` prints them. */
  columns: string[];
  methods: MethodScores[];
  /** The tokenizer's name, when tokens were counted. */
  tokenizer: string | null;
}

/** One column of a method, for all states or some. */
export function columnOf(
  book: ScoreBook,
  method: MethodScores,
  column: number,
  members?: readonly number[],
): Float64Array {
  const from = column * book.facts.length;
  const all = method.scores.subarray(from, from + book.facts.length);
  return members ? Float64Array.from(members, (state) => all[state] ?? 0) : all;
}

/** Positions of a method's states with a status. */
export const statesWith = (method: MethodScores, status: Status): number[] =>
  method.status.flatMap((one, state) => (one === status ? [state] : []));

/** The mean of the tokens that a column's budget admits, over all states or some; null without counts. */
export function meanTokens(
  book: ScoreBook,
  method: MethodScores,
  column: number,
  members: readonly number[] = book.facts.map((_, state) => state),
): number | null {
  const { tokens } = method;
  if (!tokens || members.length === 0) return null;
  const from = column * book.facts.length;
  return members.reduce((sum, state) => sum + (tokens[from + state] ?? 0), 0) / members.length;
}
