import type { InferenceSession, Tensor } from 'onnxruntime-web';
import type { Runtime } from './runtime';

/** Token ids of a batch, each with its segment numbers where the model tells two texts apart. */
export interface Sequence {
  ids: Int32Array;
  /** 0 for the first text's tokens, 1 for the second's; left out for single texts. */
  segments?: Uint8Array;
  /** How many leading tokens the others see; left out: all. */
  attended?: number;
}

type Metadata = InferenceSession['inputMetadata'][number];

/** The inputs that a session asks for, right-padded to the longest sequence. */
export function makeFeeds(
  runtime: Runtime,
  inputs: readonly Metadata[],
  batch: readonly Sequence[],
  pad: number,
): Record<string, Tensor> {
  const rows = batch.length;
  const width = Math.max(1, ...batch.map(({ ids }) => ids.length));
  const fill = (value: (sequence: Sequence, at: number) => number, beyond: number) => {
    const out = new Int32Array(rows * width).fill(beyond);
    batch.forEach((sequence, row) => {
      for (let i = 0; i < sequence.ids.length; i += 1) out[row * width + i] = value(sequence, i);
    });
    return out;
  };
  const valuesOf = (name: string): Int32Array | null => {
    if (name === 'input_ids') return fill(({ ids }, i) => ids[i] ?? pad, pad);
    if (name === 'attention_mask')
      return fill(({ ids, attended = ids.length }, i) => (i < attended ? 1 : 0), 0);
    if (name === 'token_type_ids') return fill(({ segments }, i) => segments?.[i] ?? 0, 0);
    if (name === 'position_ids') return fill((_, i) => i, 0);
    return null;
  };
  const feeds: Record<string, Tensor> = {};
  for (const input of inputs) {
    if (!input.isTensor) throw new Error(`The model's input ${input.name} is not a tensor.`);
    const values = valuesOf(input.name);
    if (values !== null) feeds[input.name] = integers(runtime, input.type, values, [rows, width]);
    else if (input.name.startsWith('past_key_values.')) feeds[input.name] = emptyPast(runtime, input, rows);
    else throw new Error(`The model wants an input "${input.name}" that this site does not know.`);
  }
  return feeds;
}

function integers(runtime: Runtime, type: string, values: Int32Array, dims: number[]): Tensor {
  if (type === 'int32') return new runtime.Tensor('int32', values, dims);
  return new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), dims);
}

/** A decoder's memory of earlier tokens: none, as every text is read at once. */
function emptyPast(runtime: Runtime, input: Extract<Metadata, { isTensor: true }>, rows: number): Tensor {
  const dims = input.shape.map((size, at) => (typeof size === 'number' ? size : at === 0 ? rows : 0));
  if (input.type === 'float16') return new runtime.Tensor('float16', new Uint16Array(0), dims);
  return new runtime.Tensor('float32', new Float32Array(0), dims);
}
