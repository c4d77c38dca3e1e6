import { z } from 'zod';
import { ModelFileError } from '../errors';
import type { VectorBlock } from './store';

/**
 * The file of exported vectors, `*.vectors`: the layout of safetensors, so that numpy and others read it too.
 *   8 bytes   length n of the header, unsigned, little-endian
 *   n bytes   JSON: `__metadata__` { format: "complement-vectors", version: "1", space } and two tensors,
 *             `hashes` U8 [count, 16] (half a SHA-256 of each text) and `vectors` F32 [count, dimensions]
 *   the rest  both tensors, row by row, little-endian
 */
const Shape = (dtype: string) =>
  z.object({
    dtype: z.literal(dtype),
    shape: z.tuple([z.int().nonnegative(), z.int().positive()]),
    data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
  });
const Header = z.object({
  __metadata__: z.object({
    format: z.literal('complement-vectors'),
    version: z.literal('1'),
    space: z.string(),
  }),
  hashes: Shape('U8'),
  vectors: Shape('F32'),
});
const Space = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]);

const HASH_BYTES = 16;

/** Writes the vectors of one space. All blocks have the same dimensions. */
export function writeVectorFile(space: string, blocks: readonly VectorBlock[]): Blob {
  const dimensions = blocks[0]?.dimensions ?? 1;
  const count = blocks.reduce((sum, { hashes }) => sum + hashes.length, 0);
  const split = count * HASH_BYTES;
  const header = JSON.stringify({
    __metadata__: { format: 'complement-vectors', version: '1', space },
    hashes: { dtype: 'U8', shape: [count, HASH_BYTES], data_offsets: [0, split] },
    vectors: {
      dtype: 'F32',
      shape: [count, dimensions],
      data_offsets: [split, split + count * dimensions * 4],
    },
  });
  const json = new TextEncoder().encode(header);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(json.length), true);
  const hashes = Uint8Array.from(
    blocks
      .flatMap((block) => block.hashes)
      .join('')
      .match(/../g)
      ?.map((hex) => parseInt(hex, 16)) ?? [],
  );
  return new Blob([length, json, hashes, ...blocks.map(({ vectors }) => new Float32Array(vectors))]);
}

/** Reads such a file; refuses anything that is not wholly as described. */
export function readVectorFile(
  bytes: Uint8Array<ArrayBuffer>,
  file: string,
): { space: string; block: VectorBlock } {
  const fail = (what: string): never => {
    throw new ModelFileError(file, what);
  };
  if (bytes.length < 8) return fail('too short to be a vector file.');
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length > bytes.length - 8) return fail('not a vector file of this site, or cut.');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, 8 + length)));
  } catch {
    return fail('its header is not JSON.');
  }
  const parsed = Header.safeParse(value);
  if (!parsed.success)
    return fail(`header ${parsed.error.issues[0]?.path.join('.') ?? ''}: not as expected.`);
  const { __metadata__, hashes, vectors } = parsed.data;
  const [count, dimensions] = vectors.shape;
  const split = count * HASH_BYTES;
  const end = split + count * dimensions * 4;
  const body = bytes.slice(8 + length);
  const fits = hashes.shape[0] === count && hashes.shape[1] === HASH_BYTES && body.length === end;
  if (!fits || vectors.data_offsets[0] !== split || hashes.data_offsets[0] !== 0) {
    return fail(`${count} vectors announced, but the file holds ${body.length} bytes of ${end}.`);
  }
  const data = new Float32Array(body.buffer, split, count * dimensions);
  if (!data.every(Number.isFinite)) return fail('holds numbers that are not finite.');
  try {
    Space.parse(JSON.parse(__metadata__.space));
  } catch {
    return fail('its space names no model, revision, dtype, pooling and prefix.');
  }
  const names = Array.from({ length: count }, (_, row) =>
    Array.from(body.subarray(row * HASH_BYTES, (row + 1) * HASH_BYTES), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join(''),
  );
  return { space: __metadata__.space, block: { hashes: names, dimensions, vectors: data.slice() } };
}
