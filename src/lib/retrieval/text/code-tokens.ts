const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * Code-aware tokens of one word (a run of letters, numbers and underscores): the whole, then its parts at underscores
 * and camelCase borders, all lowered after the split. `parseHTMLResponse` gives parsehtmlresponse, parse, html,
 * response. A word of one part gives itself once.
 */
export function splitIdentifier(word: string): string[] {
  const parts = word.split('_').flatMap((piece) => (piece === '' ? [] : piece.split(HUMP)));
  const whole = word.toLowerCase();
  const lowered = parts.map((part) => part.toLowerCase());
  return lowered.length === 0 || (lowered.length === 1 && lowered[0] === whole)
    ? [whole]
    : [whole, ...lowered];
}

/** Whether a word reads as a name from code: an inner underscore, hump or digit, or capitals throughout. */
export function looksLikeIdentifier(word: string): boolean {
  if (word.length < 2) return false;
  if (/\p{L}_+[\p{L}\p{N}]|^_+\p{L}/u.test(word)) return true;
  if (/\p{Ll}\p{Lu}|\p{Lu}{2,}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}/u.test(word)) return true;
  return word.length > 2 && /^[\p{Lu}\p{N}]+$/u.test(word) && /\p{Lu}/u.test(word);
}
