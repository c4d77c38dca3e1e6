import { kernelBase64 } from './wasm';

/** Numbers that one step of the kernel takes; a table with other dimensions is padded with zeros. */
export const LANES = 16;

const PAGE = 0x10000;

interface Exports {
  memory: WebAssembly.Memory;
  sumInt8: (starts: number, factors: number, count: number, dimensions: number, out: number) => void;
  sumFloat32: (starts: number, factors: number, count: number, dimensions: number, out: number) => void;
}

/** A table of rows in WASM memory with the buffers of a weighted sum over some of them. */
export class RowTable {
  /** Byte addresses of the rows to add; fill with `addressOf`. */
  readonly starts: Uint32Array;
  readonly factors: Float32Array;
  readonly sums: Float32Array;
  private readonly exports: Exports;
  private readonly base: number;
  private readonly stride: number;
  private readonly width: number;
  private readonly at: { starts: number; factors: number; sums: number };
  private readonly int8: boolean;

  /** `most`: how many rows one sum takes. */
  constructor(rows: Int8Array | Float32Array, dimensions: number, most: number) {
    const count = rows.length / dimensions;
    this.int8 = rows instanceof Int8Array;
    this.width = Math.ceil(dimensions / LANES) * LANES;
    this.stride = this.width * rows.BYTES_PER_ELEMENT;
    const at = { starts: PAGE, factors: PAGE + most * 4, sums: PAGE + most * 8 };
    this.at = at;
    this.base = Math.ceil((at.sums + this.width * 4) / 64) * 64;
    this.exports = instantiate();
    const { memory } = this.exports;
    const pages = Math.ceil((this.base + count * this.stride) / PAGE);
    memory.grow(Math.max(0, pages - memory.buffer.byteLength / PAGE));
    this.starts = new Uint32Array(memory.buffer, at.starts, most);
    this.factors = new Float32Array(memory.buffer, at.factors, most);
    this.sums = new Float32Array(memory.buffer, at.sums, dimensions);
    const table = this.int8
      ? new Int8Array(memory.buffer, this.base, count * this.width)
      : new Float32Array(memory.buffer, this.base, count * this.width);
    if (this.width === dimensions) table.set(rows);
    else {
      for (let row = 0; row < count; row += 1) {
        table.set(rows.subarray(row * dimensions, (row + 1) * dimensions), row * this.width);
      }
    }
  }

  addressOf(row: number): number {
    return this.base + row * this.stride;
  }

  /** `sums[d] = sum over i < count of factors[i] * row i [d]`, in single floats, in the order given. */
  sum(count: number): void {
    const { starts, factors, sums } = this.at;
    if (this.int8) this.exports.sumInt8(starts, factors, count, this.width, sums);
    else this.exports.sumFloat32(starts, factors, count, this.width, sums);
  }
}

function instantiate(): Exports {
  const bytes = Uint8Array.from(atob(kernelBase64), (char) => char.charCodeAt(0));
  const module = new WebAssembly.Module(bytes);
  // AssemblyScript's one import; the kernel never aborts.
  const instance = new WebAssembly.Instance(module, { env: { abort: () => undefined } });
  return instance.exports as unknown as Exports;
}
