import { DROP, IDEOGRAPH, kindOf, MARK, PUNCT, SPACE } from './ranges';

export interface Casing {
  lowercase: boolean;
  stripAccents: boolean;
}

/**
 * The words of a text by BertNormalizer and BertPreTokenizer: cleaned, ideographs set apart, accents stripped
 * (after NFD), lower-cased code point by code point, cut at white space, each punctuation mark alone.
 */
export function wordsOf(text: string, casing: Casing): string[] {
  let clean = '';
  for (const char of text) {
    const kind = kindOf(char.codePointAt(0) ?? 0);
    if (kind === SPACE) clean += ' ';
    else if (kind === IDEOGRAPH) clean += ` ${char} `;
    else if (kind !== DROP) clean += char;
  }
  const words: string[] = [];
  let word = '';
  const close = () => {
    if (word !== '') words.push(word);
    word = '';
  };
  for (const char of casing.stripAccents ? clean.normalize('NFD') : clean) {
    const kind = kindOf(char.codePointAt(0) ?? 0);
    if (kind === MARK && casing.stripAccents) continue;
    if (kind === SPACE) close();
    else if (kind === PUNCT) {
      close();
      words.push(char);
    } else word += casing.lowercase ? char.toLowerCase() : char;
  }
  close();
  return words;
}
