import type { Origin } from '../cards';
import type { PromptName } from '../prompts/text';
import type { Dropped } from '../reply/validate';

/** The stage names of a trace, in the order of the calls. */
export const STAGE_NAMES = ['proposal', 'expansion', 'finalization'] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** One card to show: an id and its tag. The stages deal in ids only; texts are added when a prompt is made. */
export interface Shown {
  id: string;
  origin?: Origin;
  rank?: number;
}

/** A question to a model, made from ids and numbers alone: no state, no text, no certificate. */
export interface Ask {
  stage: StageName;
  prompt: PromptName;
  /** Units shown beside the candidates (the expansion's view of the proposal); not to be chosen. */
  selected: readonly Shown[];
  candidates: readonly Shown[];
  /** Characters a card; null = uncut. */
  selectedCharacters: number | null;
  characters: number;
  maxOutputTokens: number;
  /** The answer's size after validation, as far as there are candidates. */
  minimum: number;
  maximum: number;
  /** Completes a short answer, and stands in for a missing one. */
  order: readonly string[];
}

export interface Answer {
  ids: string[];
  dropped: Dropped[];
  filled: string[];
  missing: string;
  /** No attempt gave a usable answer; `ids` is the ranked order. */
  fallback: boolean;
}

/** Puts a question to whatever answers: a provider, a script, a recorded run. */
export type AskModel = (ask: Ask) => Promise<Answer>;

/** What a method makes of a ranking. */
export interface Selection {
  /** The ids the method returns, ranked, before the token ceiling. */
  ids: string[];
  /** The stages' answers in call order; a stage that had nothing to ask is absent. */
  answers: { stage: StageName; answer: Answer }[];
}
