/** Writes ONNX models by hand: as much of the protobuf format as small test models need. */

export const bytes = (...parts: Uint8Array[]): Uint8Array => {
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

export interface Attribute {
  name: string;
  i?: number;
  ints?: number[];
}
const attribute = ({ name, i, ints }: Attribute) =>
  ints
    ? bytes(text(1, name), ...ints.map((value) => number(8, value)), number(20, 7))
    : bytes(text(1, name), number(3, i ?? 0), number(20, 2));

/** One operator of a graph; it is named after its output. */
export const node = (op: string, inputs: string[], output: string, attributes: Attribute[] = []) =>
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

/** A constant of the graph: float32 or int64. */
export const tensor = (name: string, dims: number[], data: Float32Array | BigInt64Array) =>
  block(
    5,
    bytes(
      ...dims.map((dim) => number(1, dim)),
      number(2, data instanceof Float32Array ? 1 : 7),
      text(8, name),
      block(9, new Uint8Array(data.buffer)),
    ),
  );

export const FLOAT = 1;
export const INT64 = 7;
const INPUT = 11;
const OUTPUT = 12;

const value = (field: number, name: string, type: number, dims: (string | number)[]) => {
  const shape = bytes(
    ...dims.map((dim) => block(1, typeof dim === 'number' ? number(1, dim) : text(2, dim))),
  );
  return block(field, bytes(text(1, name), block(2, block(1, bytes(number(1, type), block(2, shape))))));
};
export const input = (name: string, type: number, dims: (string | number)[]) =>
  value(INPUT, name, type, dims);
export const output = (name: string, type: number, dims: (string | number)[]) =>
  value(OUTPUT, name, type, dims);

/** A model of opset 17 out of the parts of its graph. */
export function onnxModel(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const graph = bytes(...parts, text(2, 'tiny'));
  return new Uint8Array(bytes(number(1, 8), block(8, bytes(text(1, ''), number(2, 17))), block(7, graph)));
}

/** Deterministic numbers in -1..1. */
export const noise = (length: number, seed: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin((i + 1) * 12.9898 + seed * 78.233));
