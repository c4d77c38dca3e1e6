/** ONNX models written by hand: random and small, so that loading, shapes and batching can be tested, not quality. */

const bytes = (...parts: Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};
const varint = (value: number): Uint8Array => {
  const out: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...out, rest]);
    out.push((rest % 128) | 128);
  }
};
const number = (field: number, value: number) => bytes(varint(field * 8), varint(value));
const block = (field: number, content: Uint8Array) =>
  bytes(varint(field * 8 + 2), varint(content.length), content);
const text = (field: number, value: string) => block(field, new TextEncoder().encode(value));

type Attribute = { name: string; i?: number; ints?: number[] };
const attribute = ({ name, i, ints }: Attribute) =>
  ints
    ? bytes(text(1, name), ...ints.map((value) => number(8, value)), number(20, 7))
    : bytes(text(1, name), number(3, i ?? 0), number(20, 2));
const node = (op: string, inputs: string[], output: string, attributes: Attribute[] = []) =>
  block(
    1,
    bytes(
      ...inputs.map((input) => text(1, input)),
      text(2, output),
      text(3, output),
      text(4, op),
      ...attributes.map((one) => block(5, attribute(one))),
    ),
  );
const tensor = (name: string, dims: number[], data: Float32Array | BigInt64Array) =>
  block(
    5,
    bytes(
      ...dims.map((dim) => number(1, dim)),
      number(2, data instanceof Float32Array ? 1 : 7),
      text(8, name),
      block(9, new Uint8Array(data.buffer)),
    ),
  );
const value = (field: number, name: string, type: number, dims: (string | number)[]) => {
  const shape = bytes(
    ...dims.map((dim) => block(1, typeof dim === 'number' ? number(1, dim) : text(2, dim))),
  );
  return block(field, bytes(text(1, name), block(2, block(1, bytes(number(1, type), block(2, shape))))));
};

/** Deterministic numbers in -1..1. */
const noise = (length: number, seed: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin((i + 1) * 12.9898 + seed * 78.233));

export const HIDDEN = 8;

/** One layer of masked self-attention; `head` says what comes out. */
export function tinyOnnx(
  vocabulary: number,
  head: 'states' | 'relevance' | 'terms',
): Uint8Array<ArrayBuffer> {
  const last = { states: 'last_hidden_state', relevance: 'z', terms: 'z' }[head];
  const heads = {
    states: [],
    relevance: [
      node('Gather', ['z', 'zero'], 'first', [{ name: 'axis', i: 1 }]),
      node('MatMul', ['first', 'judge'], 'logits'),
    ],
    terms: [node('MatMul', ['z', 'words'], 'logits')],
  }[head];
  const output = {
    states: value(12, 'last_hidden_state', 1, ['batch', 'tokens', HIDDEN]),
    relevance: value(12, 'logits', 1, ['batch', 1]),
    terms: value(12, 'logits', 1, ['batch', 'tokens', vocabulary]),
  }[head];
  const graph = bytes(
    node('Gather', ['table', 'input_ids'], 'x'),
    node('Transpose', ['x'], 'xt', [{ name: 'perm', ints: [0, 2, 1] }]),
    node('MatMul', ['x', 'xt'], 'scores'),
    node('Cast', ['attention_mask'], 'mask', [{ name: 'to', i: 1 }]),
    node('Sub', ['one', 'mask'], 'hidden'),
    node('Mul', ['hidden', 'far'], 'bias2'),
    node('Unsqueeze', ['bias2', 'axis1'], 'bias'),
    node('Add', ['scores', 'bias'], 'masked'),
    node('Softmax', ['masked'], 'weights'),
    node('MatMul', ['weights', 'x'], 'mixed'),
    node('Add', ['x', 'mixed'], 'sum'),
    node('LayerNormalization', ['sum', 'gamma', 'beta'], last),
    ...heads,
    text(2, 'tiny'),
    tensor('table', [vocabulary, HIDDEN], noise(vocabulary * HIDDEN, 1)),
    tensor('one', [1], Float32Array.of(1)),
    tensor('far', [1], Float32Array.of(-1e9)),
    tensor('axis1', [1], BigInt64Array.of(1n)),
    tensor('gamma', [HIDDEN], new Float32Array(HIDDEN).fill(1)),
    tensor('beta', [HIDDEN], new Float32Array(HIDDEN)),
    ...(head === 'relevance'
      ? [tensor('zero', [], BigInt64Array.of(0n)), tensor('judge', [HIDDEN, 1], noise(HIDDEN, 2))]
      : []),
    ...(head === 'terms' ? [tensor('words', [HIDDEN, vocabulary], noise(HIDDEN * vocabulary, 3))] : []),
    value(11, 'input_ids', 7, ['batch', 'tokens']),
    value(11, 'attention_mask', 7, ['batch', 'tokens']),
    output,
  );
  const model = bytes(number(1, 8), block(8, bytes(text(1, ''), number(2, 17))), block(7, graph));
  return new Uint8Array(model);
}
