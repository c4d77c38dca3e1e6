import type { Tokenizer } from './count-tokens';

/** What special tokens' names in a source text are: text. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** OpenAI's o200k_base, loaded (2.4 MB) when first needed. */
export async function loadO200k(): Promise<Tokenizer> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return { name: 'o200k_base', count: (text) => countTokens(text, PLAIN) };
}
