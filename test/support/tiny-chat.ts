import { FLOAT, INT64, input, node, noise, onnxModel, output, tensor } from './onnx-writer';

/**
 * Causal language models written by hand, with a key-value cache as transformers.js feeds it. Neither is a language
 * model worth the name: they prove the path from a page to a generated answer, and say nothing of any model's quality.
 */

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const int64 = (...values: number[]) => BigInt64Array.from(values, BigInt);
const scalar = (name: string, value: number) => tensor(name, [], int64(value));
const list = (name: string, ...values: number[]) => tensor(name, [values.length], int64(...values));

const TEMPLATE =
  "{% for m in messages %}{{ '<|' + m.role + '|>' + m.content }}{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}";

const config = (vocabulary: number, headSize: number, positions: number, eos: number) =>
  json({
    model_type: 'llama',
    architectures: ['LlamaForCausalLM'],
    vocab_size: vocabulary,
    hidden_size: headSize,
    num_hidden_layers: 1,
    num_attention_heads: 1,
    num_key_value_heads: 1,
    head_dim: headSize,
    max_position_embeddings: positions,
    eos_token_id: eos,
  });

const token = (id: number, content: string, special: boolean) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special,
});

const cache = (headSize: number) =>
  ['key', 'value'].flatMap((part) => [
    input(`past_key_values.0.${part}`, FLOAT, ['batch_size', 1, 'past', headSize]),
    output(`present.0.${part}`, FLOAT, ['batch_size', 1, 'total', headSize]),
  ]);

/** The printable stand-ins for bytes that byte-level tokenizers use. */
function byteSymbols(): string[] {
  const plain = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  let shifted = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(plain(byte) ? byte : shifted++));
}

const COPIER = {
  system: 256,
  user: 257,
  assistant: 258,
  end: 259,
  block: 260,
  mark: 261,
  open: 262,
  next: 263,
  close: 264,
  size: 265,
};

const COPIER_TOKENS = [
  token(COPIER.system, '<|system|>', true),
  token(COPIER.user, '<|user|>', true),
  token(COPIER.assistant, '<|assistant|>', true),
  token(COPIER.end, '<|end|>', true),
  token(COPIER.block, '<data name="candidates">', false),
  token(COPIER.mark, '{"id":"', false),
  token(COPIER.open, '{"ids":["', false),
  token(COPIER.next, '","', false),
  token(COPIER.close, '"],"missing":""}', false),
];

/**
 * Answers with the ids of the first `count` cards of the candidates block, copied byte by byte from the prompt that
 * its cache holds: a pointer machine in ONNX operators, no learned weight.
 */
export function copierFiles(count: number): Record<string, Uint8Array> {
  const flag = [{ name: 'keepdims', i: 0 }];
  const lastWhere = (condition: string, result: string) => [
    node('Where', [condition, 'places', 'none'], `${result}_places`),
    node('ReduceMax', [`${result}_places`], result, flag),
  ];
  const model = onnxModel(
    node('Cast', ['input_ids'], 'now2', [{ name: 'to', i: FLOAT }]),
    node('Unsqueeze', ['now2', 'axes13'], 'now'),
    node('Concat', ['past_key_values.0.key', 'now'], 'present.0.key', [{ name: 'axis', i: 2 }]),
    node('Concat', ['past_key_values.0.value', 'now'], 'present.0.value', [{ name: 'axis', i: 2 }]),
    node('Reshape', ['present.0.key', 'flat'], 'all_float'),
    node('Cast', ['all_float'], 'all', [{ name: 'to', i: INT64 }]),
    node('Size', ['all'], 'total'),
    node('Sub', ['total', 'one'], 'here'),
    node('Range', ['zero', 'total', 'one'], 'places'),
    node('Gather', ['all', 'here'], 'last'),
    // Where the prompt ends, where its candidates begin.
    node('Equal', ['all', 'assistant'], 'is_assistant'),
    ...lastWhere('is_assistant', 'end_of_prompt'),
    node('Equal', ['all', 'block'], 'is_block'),
    ...lastWhere('is_block', 'start_of_block'),
    // The cards' ids start one place after these.
    node('Equal', ['all', 'mark'], 'is_mark'),
    node('Greater', ['places', 'start_of_block'], 'after_block'),
    node('Less', ['places', 'end_of_prompt'], 'in_prompt'),
    node('And', ['is_mark', 'after_block'], 'mark_in_block'),
    node('And', ['mark_in_block', 'in_prompt'], 'card'),
    node('NonZero', ['card'], 'cards2'),
    node('Reshape', ['cards2', 'flat'], 'cards'),
    node('Size', ['cards'], 'card_count'),
    node('Min', ['card_count', 'count'], 'wanted'),
    // Which id is being written, and how much of it is there.
    node('Greater', ['places', 'end_of_prompt'], 'in_answer'),
    node('Equal', ['all', 'open'], 'is_open'),
    node('Equal', ['all', 'next'], 'is_next'),
    node('Or', ['is_open', 'is_next'], 'starts'),
    node('And', ['starts', 'in_answer'], 'starts_id'),
    node('Cast', ['starts_id'], 'starts_number', [{ name: 'to', i: INT64 }]),
    node('ReduceSum', ['starts_number'], 'begun', flag),
    ...lastWhere('starts_id', 'start_of_id'),
    node('Sub', ['here', 'start_of_id'], 'written'),
    node('Sub', ['begun', 'one'], 'index'),
    node('Sub', ['card_count', 'one'], 'last_card'),
    node('Max', ['index', 'zero'], 'index_up'),
    node('Min', ['index_up', 'last_card'], 'index_in'),
    node('Gather', ['cards', 'index_in'], 'mark_at'),
    node('Add', ['mark_at', 'one'], 'id_at'),
    node('Add', ['id_at', 'written'], 'source_far'),
    node('Min', ['source_far', 'here'], 'source'),
    node('Gather', ['all', 'source'], 'copied'),
    // The next token.
    node('Equal', ['copied', 'next'], 'id_done'),
    node('GreaterOrEqual', ['begun', 'wanted'], 'enough'),
    node('And', ['id_done', 'enough'], 'all_done'),
    node('Where', ['all_done', 'close', 'copied'], 'body'),
    node('Equal', ['last', 'close'], 'closed'),
    node('Equal', ['last', 'assistant'], 'begins'),
    node('Where', ['begins', 'open', 'body'], 'body_or_open'),
    node('Where', ['closed', 'end', 'body_or_open'], 'chosen'),
    node('Reshape', ['chosen', 'two'], 'chosen2'),
    node('OneHot', ['chosen2', 'size', 'cold_hot'], 'logits'),
    list('axes13', 1, 3),
    list('flat', -1),
    list('two', 1, 1),
    scalar('zero', 0),
    scalar('one', 1),
    scalar('none', -1),
    scalar('count', count),
    ...Object.entries(COPIER).map(([name, id]) => scalar(name, id)),
    tensor('cold_hot', [2], Float32Array.of(0, 10)),
    input('input_ids', INT64, ['batch_size', 'tokens']),
    ...cache(1),
    output('logits', FLOAT, ['batch_size', 1, COPIER.size]),
  );
  return {
    'config.json': config(COPIER.size, 1, 262_144, COPIER.end),
    'tokenizer.json': json({
      added_tokens: COPIER_TOKENS,
      normalizer: null,
      pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: true },
      post_processor: null,
      decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: true },
      model: {
        type: 'BPE',
        vocab: Object.fromEntries(byteSymbols().map((symbol, id) => [symbol, id])),
        merges: [],
      },
    }),
    'tokenizer_config.json': json({
      tokenizer_class: 'PreTrainedTokenizerFast',
      eos_token: '<|end|>',
      chat_template: TEMPLATE,
    }),
    'onnx/model_q4.onnx': model,
  };
}

const WORDS = 'the a set of units state need cut index file line call value table reader writer'.split(' ');
const SPECIALS = ['[PAD]', '[UNK]', '<|system|>', '<|user|>', '<|assistant|>', '<|end|>'];

/**
 * One layer of causal self-attention with seeded random weights: it answers with random words and never stops by
 * itself. `positions` is the context that its configuration claims.
 */
export function randomFiles(positions: number, template: 'in the configuration' | 'in a file' | 'none') {
  const size = 8;
  const vocabulary = SPECIALS.length + WORDS.length;
  const never = Float32Array.from({ length: vocabulary }, (_, id) => (id < SPECIALS.length ? -1e9 : 0));
  const model = onnxModel(
    node('Gather', ['table', 'input_ids'], 'x3'),
    node('Unsqueeze', ['x3', 'axis1'], 'x'),
    node('Concat', ['past_key_values.0.key', 'x'], 'present.0.key', [{ name: 'axis', i: 2 }]),
    node('Concat', ['past_key_values.0.value', 'x'], 'present.0.value', [{ name: 'axis', i: 2 }]),
    node('Transpose', ['present.0.key'], 'keys', [{ name: 'perm', ints: [0, 1, 3, 2] }]),
    node('MatMul', ['x', 'keys'], 'scores'),
    // A token sees itself and what came before it.
    node('Shape', ['present.0.key'], 'shape'),
    node('Gather', ['shape', 'two'], 'total'),
    node('Range', ['zero', 'total', 'one'], 'places'),
    node('Unsqueeze', ['position_ids', 'axes13'], 'own'),
    node('LessOrEqual', ['places', 'own'], 'seen'),
    node('Where', ['seen', 'scores', 'far'], 'masked'),
    node('Softmax', ['masked'], 'weights'),
    node('MatMul', ['weights', 'present.0.value'], 'mixed'),
    node('Add', ['x', 'mixed'], 'sum'),
    node('LayerNormalization', ['sum', 'gamma', 'beta'], 'z4'),
    node('Squeeze', ['z4', 'axis1'], 'z'),
    node('MatMul', ['z', 'words'], 'raw'),
    node('Add', ['raw', 'never'], 'logits'),
    tensor('table', [vocabulary, size], noise(vocabulary * size, 1)),
    tensor('words', [size, vocabulary], noise(size * vocabulary, 3)),
    tensor('never', [vocabulary], never),
    tensor('gamma', [size], new Float32Array(size).fill(1)),
    tensor('beta', [size], new Float32Array(size)),
    tensor('far', [], Float32Array.of(-1e9)),
    scalar('zero', 0),
    scalar('one', 1),
    scalar('two', 2),
    list('axis1', 1),
    list('axes13', 1, 3),
    input('input_ids', INT64, ['batch_size', 'tokens']),
    input('attention_mask', INT64, ['batch_size', 'total']),
    input('position_ids', INT64, ['batch_size', 'tokens']),
    ...cache(size),
    output('logits', FLOAT, ['batch_size', 'tokens', vocabulary]),
  );
  return {
    'config.json': config(vocabulary, size, positions, SPECIALS.indexOf('<|end|>')),
    'tokenizer.json': json({
      added_tokens: SPECIALS.map((content, id) => token(id, content, true)),
      normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: null,
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries([...SPECIALS, ...WORDS].map((piece, id) => [piece, id])),
      },
    }),
    'tokenizer_config.json': json({
      tokenizer_class: 'PreTrainedTokenizerFast',
      eos_token: '<|end|>',
      ...(template === 'in the configuration' && { chat_template: TEMPLATE }),
    }),
    ...(template === 'in a file' && { 'chat_template.jinja': new TextEncoder().encode(TEMPLATE) }),
    'onnx/model.onnx': model,
  } satisfies Record<string, Uint8Array>;
}
