import { FLOAT, INT64, input, node, noise, onnxModel, output, tensor } from '../../support/onnx-writer';

/** Encoders written by hand: random and small, so that loading, shapes and batching can be tested, not quality. */

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
  const outputs = {
    states: output('last_hidden_state', FLOAT, ['batch', 'tokens', HIDDEN]),
    relevance: output('logits', FLOAT, ['batch', 1]),
    terms: output('logits', FLOAT, ['batch', 'tokens', vocabulary]),
  }[head];
  return onnxModel(
    node('Gather', ['table', 'input_ids'], 'x'),
    node('Transpose', ['x'], 'xt', [{ name: 'perm', ints: [0, 2, 1] }]),
    node('MatMul', ['x', 'xt'], 'scores'),
    node('Cast', ['attention_mask'], 'mask', [{ name: 'to', i: FLOAT }]),
    node('Sub', ['one', 'mask'], 'hidden'),
    node('Mul', ['hidden', 'far'], 'bias2'),
    node('Unsqueeze', ['bias2', 'axis1'], 'bias'),
    node('Add', ['scores', 'bias'], 'masked'),
    node('Softmax', ['masked'], 'weights'),
    node('MatMul', ['weights', 'x'], 'mixed'),
    node('Add', ['x', 'mixed'], 'sum'),
    node('LayerNormalization', ['sum', 'gamma', 'beta'], last),
    ...heads,
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
    input('input_ids', INT64, ['batch', 'tokens']),
    input('attention_mask', INT64, ['batch', 'tokens']),
    outputs,
  );
}
