import { z } from 'zod';
import { ModelFileError } from '../errors';
import { readJson } from '../json';
import { halfToFloat } from '../half';

const DTYPES = { I8: 1, F16: 2, F32: 4, F64: 8, I32: 4, I64: 8 } as const;
type Dtype = keyof typeof DTYPES;

const Tensor = z.object({
  dtype: z.string(),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});
const Header = z.record(z.string(), z.unknown());

/** A tensor's numbers, row by row. Half and double floats become single floats, 64-bit integers doubles. */
export interface TensorData {
  dtype: Dtype;
  shape: number[];
  data: Int8Array | Int32Array | Float32Array | Float64Array;
}

const isDtype = (name: string): name is Dtype => Object.hasOwn(DTYPES, name);

/** The tensors of a file by name; only what is asked for is read. */
export interface Tensors {
  get(name: string): TensorData | undefined;
}

/**
 * Reads a safetensors file: eight bytes of length, a JSON header, then the tensors' bytes, none of which belongs to two
 * tensors. Throws ModelFileError with the tensor that does not fit.
 */
export function readSafetensors(bytes: Uint8Array, file: string): Tensors {
  if (bytes.length < 8) throw new ModelFileError(file, 'too short to be a safetensors file.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > bytes.length - 8)
    throw new ModelFileError(file, 'its header is longer than the file; it was cut.');
  const header = readJson(bytes.subarray(8, 8 + length), file, Header);
  const body = bytes.subarray(8 + length);
  const tensors = new Map<string, { dtype: Dtype; shape: number[]; from: number; to: number }>();
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const parsed = Tensor.safeParse(entry);
    if (!parsed.success)
      throw new ModelFileError(file, `tensor ${name}: its header entry is not as expected.`);
    const { dtype, shape, data_offsets } = parsed.data;
    if (!isDtype(dtype)) throw new ModelFileError(file, `tensor ${name}: dtype ${dtype} is not supported.`);
    const [from, to] = data_offsets;
    const expected = shape.reduce((product, size) => product * size, DTYPES[dtype]);
    if (to > body.length || to - from !== expected) {
      throw new ModelFileError(
        file,
        `tensor ${name}: ${expected} bytes expected, the file holds ${to - from}.`,
      );
    }
    tensors.set(name, { dtype, shape, from, to });
  }
  const placed = [...tensors].sort(([, a], [, b]) => a.from - b.from || a.to - b.to);
  placed.forEach(([name, { from }], at) => {
    const [other, before] = placed[at - 1] ?? ['', null];
    if (before !== null && from < before.to)
      throw new ModelFileError(file, `tensor ${name}: its bytes overlap those of ${other}.`);
  });
  return {
    get: (name) => {
      const found = tensors.get(name);
      if (found === undefined) return undefined;
      const { dtype, shape, from, to } = found;
      return { dtype, shape, data: numbers(body.slice(from, to).buffer, dtype) };
    },
  };
}

function numbers(buffer: ArrayBuffer, dtype: Dtype): TensorData['data'] {
  switch (dtype) {
    case 'I8':
      return new Int8Array(buffer);
    case 'I32':
      return new Int32Array(buffer);
    case 'F32':
      return new Float32Array(buffer);
    case 'F64':
      return Float32Array.from(new Float64Array(buffer));
    case 'I64':
      return Float64Array.from(new BigInt64Array(buffer), Number);
    case 'F16':
      return Float32Array.from(new Uint16Array(buffer), halfToFloat);
  }
}
