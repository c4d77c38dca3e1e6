import type { Unit } from '$lib/serbench/state';

/** UTF-16 units of a passage for the static encoder, its path not counted. */
export const PASSAGE_LENGTH = 400;

/** Where to cut near `at`: never inside a surrogate pair. */
function cutAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}

/** The same for the transformer, which reads a longer piece as well: a third of the excerpt's limit. */
export const LONG_PASSAGE_LENGTH = 800;

/**
 * A unit in pieces for an encoder, each under the unit's path. A mean over a long unit blurs; the piece that speaks of
 * the issue stands out alone. A unit without text is its path.
 */
export function passagesOf({ source_path, content_excerpt: text }: Unit, length = PASSAGE_LENGTH): string[] {
  const passages: string[] = [];
  let from = 0;
  do {
    const to = from + length < text.length ? cutAt(text, from + length) : text.length;
    passages.push(`${source_path}\n${text.slice(from, to)}`);
    from = to;
  } while (from < text.length);
  return passages;
}
