import type { Unit } from '$lib/serbench/state';

/** UTF-16 units of a passage, its path not counted. */
export const PASSAGE_LENGTH = 400;

/** Where to cut near `at`: never inside a surrogate pair. */
function cutAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}

/**
 * A unit in pieces for an encoder, each under the unit's path. A mean over a long unit blurs; the piece that speaks of
 * the issue stands out alone. A unit without text is its path.
 */
export function passagesOf({ source_path, content_excerpt: text }: Unit): string[] {
  const passages: string[] = [];
  let from = 0;
  do {
    const to = from + PASSAGE_LENGTH < text.length ? cutAt(text, from + PASSAGE_LENGTH) : text.length;
    passages.push(`${source_path}\n${text.slice(from, to)}`);
    from = to;
  } while (from < text.length);
  return passages;
}
