const WORD = /[\p{L}\p{N}_]+/gu;

/**
 * Runs of letters, numbers and underscores, each then lowered: the same tokens as Python's `re.findall(r"\w+")`
 * followed by `str.lower` on each. Marks (category M) split a word, as they do there. The two engines agree on every
 * code point that both know; their Unicode versions differ in characters assigned since.
 */
export function words(text: string): string[] {
  const found = text.match(WORD) ?? [];
  return found.map((word) => word.toLowerCase());
}
