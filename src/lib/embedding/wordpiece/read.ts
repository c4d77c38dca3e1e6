import { z } from 'zod';
import { ModelFileError } from '../errors';
import { readJson } from '../json';
import { ID_LIMIT, type SpecialIds } from '../tokenizer';
import type { WordPieceModel } from './wordpiece';

const id = z.int().nonnegative().max(ID_LIMIT);

const Special = z.object({ SpecialToken: z.object({ id: z.string() }) });
const Template = z.object({
  type: z.literal('TemplateProcessing'),
  single: z.array(z.union([Special, z.object({ Sequence: z.object({ id: z.string() }) })])),
  special_tokens: z.record(z.string(), z.object({ ids: z.array(id) })),
});
const Bert = z.object({
  type: z.literal('BertProcessing'),
  cls: z.tuple([z.string(), id]),
  sep: z.tuple([z.string(), id]),
});

const File = z.object({
  added_tokens: z.array(
    z.object({ id, content: z.string().min(1), single_word: z.boolean(), normalized: z.boolean() }),
  ),
  normalizer: z.object({
    type: z.literal('BertNormalizer'),
    clean_text: z.literal(true),
    handle_chinese_chars: z.literal(true),
    strip_accents: z.boolean().nullable(),
    lowercase: z.boolean(),
  }),
  pre_tokenizer: z.object({ type: z.literal('BertPreTokenizer') }),
  post_processor: z.union([Template, Bert]).nullable(),
  model: z.object({
    type: z.literal('WordPiece'),
    unk_token: z.string(),
    continuing_subword_prefix: z.string().min(1),
    max_input_chars_per_word: z.int().positive(),
    vocab: z.record(z.string(), id),
  }),
});

/** Whether a `tokenizer.json` is one that our WordPiece reads; others go to the general tokenizer. */
export function isWordPiece(bytes: Uint8Array): boolean {
  const head = z.object({ model: z.object({ type: z.string() }) });
  return readJson(bytes, 'tokenizer.json', head).model.type === 'WordPiece';
}

/** Reads a `tokenizer.json` of the BERT kind. Settings that we do not reproduce exactly are refused, not guessed. */
export function readWordPiece(bytes: Uint8Array, file = 'tokenizer.json'): WordPieceModel {
  const { added_tokens, normalizer, post_processor, model } = readJson(bytes, file, File);
  const vocabulary = new Map(Object.entries(model.vocab));
  const unknown = vocabulary.get(model.unk_token);
  if (unknown === undefined) throw new ModelFileError(file, `model.vocab lacks ${model.unk_token}.`);
  for (const { content, single_word, normalized } of added_tokens) {
    if (single_word || normalized || !/^[!-/:-@[-`{-~]/.test(content)) {
      throw new ModelFileError(
        file,
        `added token ${JSON.stringify(content)} is of a kind that is not supported.`,
      );
    }
  }
  const special = specialIds(post_processor, file);
  return {
    vocabulary: [...vocabulary],
    unknown,
    prefix: model.continuing_subword_prefix,
    longestWord: model.max_input_chars_per_word,
    lowercase: normalizer.lowercase,
    stripAccents: normalizer.strip_accents ?? normalizer.lowercase,
    specials: added_tokens
      .map(({ content, id }) => ({ content, id }))
      .sort((a, b) => b.content.length - a.content.length || a.id - b.id),
    special: {
      ...special,
      unknown,
      pad: vocabulary.get('[PAD]') ?? 0,
      between: special.end === null ? [] : [special.end],
    },
  };
}

function specialIds(
  post: z.infer<typeof File>['post_processor'],
  file: string,
): Pick<SpecialIds, 'start' | 'end'> {
  if (post === null) return { start: null, end: null };
  if (post.type === 'BertProcessing') return { start: post.cls[1], end: post.sep[1] };
  const at = post.single.findIndex((part) => 'Sequence' in part);
  const before = post.single.slice(0, at);
  const after = post.single.slice(at + 1);
  if (at < 0 || before.length > 1 || after.length > 1) {
    throw new ModelFileError(
      file,
      'post_processor.single: at most one special token on each side is supported.',
    );
  }
  const ids = new Map(Object.entries(post.special_tokens));
  const idOf = (part: (typeof post.single)[number] | undefined): number | null => {
    if (part === undefined || !('SpecialToken' in part)) return null;
    const id = ids.get(part.SpecialToken.id)?.ids[0];
    if (id === undefined) throw new ModelFileError(file, `post_processor lacks ${part.SpecialToken.id}.`);
    return id;
  };
  return { start: idOf(before[0]), end: idOf(after[0]) };
}
