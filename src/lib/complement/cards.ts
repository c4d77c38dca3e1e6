import type { Unit } from '$lib/serbench/state';
import { cutTo } from './cut';

/** Where a card of the finalization comes from. */
export type Origin = 'proposal' | 'expansion' | 'reserve';

/** The controller's view of one unit. `text` holds the heading and as much of the excerpt as the limit allows. */
export interface Card {
  id: string;
  text: string;
  /** Characters of the excerpt that were left out. */
  cut: number;
  origin?: Origin;
  rank?: number;
}

/**
 * The card of a unit: `path:first-last symbol`, a line end, the excerpt; at most `characters` code points
 * together (null = uncut).
 */
export function makeCard(
  unit: Unit,
  characters: number | null,
  tag: { origin?: Origin; rank?: number } = {},
): Card {
  const lines =
    unit.line_start === undefined ? '' : `:${unit.line_start}-${unit.line_end ?? unit.line_start}`;
  const symbol = unit.symbol ? ` ${unit.symbol}` : '';
  const { text, cut } = cutTo(`${unit.source_path}${lines}${symbol}\n${unit.content_excerpt}`, characters);
  return { id: unit.evidence_id, text, cut, ...tag };
}

/** What the model sees of a card: the cut is said in words, so that the model knows that it reads a part. */
export function cardLine(card: Card): Record<string, unknown> {
  return {
    id: card.id,
    ...(card.origin && { origin: card.origin }),
    ...(card.rank !== undefined && { rank: card.rank }),
    ...(card.cut > 0 && { cut: card.cut }),
    text: card.text,
  };
}
