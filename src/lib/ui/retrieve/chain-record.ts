import type { StageOptions } from '$lib/embedding/second-stage/stage';
import type { Reader } from '$lib/embedding/unread-split';
import type { Around } from '../embedding/instructions';
import type { Ranking } from './rankings';

/** The part of a second stage's source that its record needs. */
interface RecordedSource {
  key: string;
  reader: Reader;
  around: Around;
}

interface RecordedChain {
  start: Ranking;
  stage: { source: RecordedSource; options: StageOptions } | null;
  lambda: number;
  calibration: Record<string, unknown> | null;
}

const isNothing = ({ query, document }: Around) => query === '' && document === '';

const identityOf = ({ reader }: RecordedSource) =>
  reader.kind === 'encoder' ? reader.encoder.identity : reader.scorer.identity;

/** What the chain's result depends on, link by link, as its configuration records it. */
export function recordOf({ start, stage, lambda, calibration }: RecordedChain): Record<string, unknown> {
  const { method, origin, besides } = start;
  return {
    start: { method, origin, ...besides },
    ...(stage && {
      stage: {
        ...stage.options,
        // JSON has no infinity.
        leading: Number.isFinite(stage.options.leading) ? stage.options.leading : 'pool',
        kind: stage.source.key,
        ...(isNothing(stage.source.around) ? {} : { around: { ...stage.source.around } }),
        ...identityOf(stage.source),
      },
    }),
    ...(lambda < 1 && {
      mmr: { lambda, relevance: 'rank', likeness: 'tfidf-words', ...(calibration && { calibration }) },
    }),
  };
}
