import type { Random } from './random';

const HEADS =
  'ba be bi bo ca ce co cu da de di do fa fi fo ga ge go ha he ho ja jo ka ke ko la le li lo lu ma me mi mo na ne no pa pe po ra re ri ro sa se si so ta te ti to va ve wa ze'.split(
    ' ',
  );
const TAILS = 'nd st rk l m r x ck sh th ng ble der ler mer ner per ser ter ver ton ment tion sive'.split(
  ' ',
);

/** A made-up word: readable, of no language, so that nothing generated is anybody's text. */
export function word(random: Random): string {
  let made = '';
  for (let i = random.int(1, 3); i > 0; i -= 1) made += random.pick(HEADS);
  return made + random.pick(TAILS);
}

export function vocabulary(random: Random, size: number): string[] {
  const words = new Set<string>();
  while (words.size < size) words.add(word(random));
  return [...words];
}

/** Frequent words first, as in real text. */
export const usual = (random: Random, words: readonly string[]): string =>
  words[Math.floor(random.next() ** 2.2 * words.length)]!;

export function sentence(random: Random, words: readonly string[]): string {
  const list = Array.from({ length: random.int(6, 18) }, () => usual(random, words));
  const text = list.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function prose(random: Random, words: readonly string[], characters: number): string {
  let text = '';
  while (text.length < characters) {
    text += sentence(random, words) + (random.chance(0.15) ? '\n\n' : ' ');
  }
  return text.trim();
}

export const snake = (random: Random, words: readonly string[]): string =>
  Array.from({ length: random.int(1, 3) }, () => usual(random, words)).join('_');

export const camel = (random: Random, words: readonly string[]): string =>
  Array.from({ length: random.int(1, 3) }, () => usual(random, words))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
