import type { Output } from './session';
import type { Pooling } from './settings';

/** Scales each row of a matrix to length 1; a zero row stays zero. */
export function normaliseRows(matrix: Float32Array, dimensions: number): Float32Array {
  for (let at = 0; at < matrix.length; at += dimensions) {
    let square = 0;
    for (let d = 0; d < dimensions; d += 1) square += (matrix[at + d] as number) ** 2;
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let d = 0; d < dimensions; d += 1) matrix[at + d] = (matrix[at + d] as number) * scale;
  }
  return matrix;
}

/** Token states `[batch, tokens, size]` to one unit vector a sequence; `lengths` are the tokens before padding. */
export function pool({ data, dims }: Output, lengths: readonly number[], pooling: Pooling): Float32Array {
  const [, width = 0, size = 0] = dims;
  const out = new Float32Array(lengths.length * size);
  lengths.forEach((length, row) => {
    const from = row * width * size;
    const target = out.subarray(row * size, (row + 1) * size);
    if (pooling === 'cls') target.set(data.subarray(from, from + size));
    else if (pooling === 'last') target.set(data.subarray(from + (length - 1) * size, from + length * size));
    else {
      const sums = new Float64Array(size);
      for (let at = from; at < from + length * size; at += size) {
        for (let d = 0; d < size; d += 1) sums[d] = (sums[d] as number) + (data[at + d] as number);
      }
      for (let d = 0; d < size; d += 1) target[d] = (sums[d] as number) / length;
    }
  });
  return normaliseRows(out, size);
}
