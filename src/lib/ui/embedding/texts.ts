/** What a user typed as texts: a JSON list of strings, or one text. */
export function readTexts(input: string): string[] {
  if (!input.trimStart().startsWith('[')) return [input];
  try {
    const value: unknown = JSON.parse(input);
    if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
  } catch {
    // Not JSON: a text that starts with a bracket.
  }
  return [input];
}
