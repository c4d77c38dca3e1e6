import { Pcg64 } from '../random/pcg64';
import { ZERO, type Brackets, type FlipBound, type Kernel, type Run, type Sheet, type Tally } from './kernel';
import { memoryLayout, PAIR_BYTES, PANEL, STRIDE, type Layout } from './layout';
import { kernelBase64 } from './wasm';

interface Exports {
  memory: WebAssembly.Memory;
  seed(address: number): void;
  drawClusters(rows: number, clusters: number, offsets: number, ends: number): void;
  drawSigns(rows: number, clusters: number, offsets: number, ends: number): void;
  accumulate(rows: number, offsets: number, ends: number, panel: number, out: number, stride: number): void;
  tally(
    rows: number,
    counts: number,
    records: number,
    pairs: number,
    buffers: number,
    capacity: number,
    zero: number,
  ): void;
  tallyFlips(rows: number, records: number, pairs: number): void;
}

/** Compiles the SIMD kernel. Rejects where WebAssembly or its SIMD is missing: the caller says so and decides. */
export async function loadSimdKernel(): Promise<Kernel> {
  const bytes = Uint8Array.from(atob(kernelBase64), (letter) => letter.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  return {
    name: 'wasm-simd',
    open(sheet, capacity) {
      const instance = new WebAssembly.Instance(module, {
        env: {
          abort: () => {
            throw new Error('The bootstrap kernel stopped.');
          },
        },
      });
      return new SimdRun(instance.exports as unknown as Exports, sheet, capacity);
    },
  };
}

class SimdRun implements Run {
  private readonly layout: Layout;
  private readonly view: DataView;

  constructor(
    private readonly wasm: Exports,
    private readonly sheet: Sheet,
    private readonly capacity: number,
  ) {
    this.layout = memoryLayout(sheet, capacity);
    const missing = Math.ceil(this.layout.end / 65536) - wasm.memory.buffer.byteLength / 65536;
    if (missing > 0) wasm.memory.grow(missing);
    this.view = new DataView(wasm.memory.buffer);
    this.fillPanels();
  }

  start(seed: number, brackets: Brackets): void {
    this.seed(seed);
    for (let pair = 0; pair < this.layout.pairs; pair += 1) {
      const record = this.layout.records + pair * PAIR_BYTES;
      this.writeEnds(record, pair);
      for (let i = 0; i < 4; i += 1)
        this.view.setFloat64(record + 8 + 8 * i, brackets[4 * pair + i] ?? 0, true);
      this.view.setFloat64(record + 40, 0, true);
      for (let at = 48; at < PAIR_BYTES; at += 4) this.view.setUint32(record + at, 0, true);
    }
  }

  step(rows: number): void {
    const { offsets, ends, records, pairs, buffers } = this.layout;
    this.wasm.drawClusters(rows, this.sheet.clusters, offsets, ends);
    this.sumPanels(rows);
    this.wasm.tally(rows, this.column(this.sheet.columns + 1), records, pairs, buffers, this.capacity, ZERO);
  }

  tally(pair: number): Tally {
    const record = this.layout.records + pair * PAIR_BYTES;
    const whole = (at: number) => this.view.getUint32(record + at, true);
    return {
      sum: this.view.getFloat64(record + 40, true),
      lowUnder: whole(48),
      lowInside: whole(52),
      highUnder: whole(56),
      highInside: whole(60),
      above: whole(64),
      below: whole(68),
    };
  }

  kept(pair: number, side: 'low' | 'high'): Float64Array {
    const { lowInside, highInside } = this.tally(pair);
    const buffer = this.layout.buffers + (2 * pair + (side === 'low' ? 0 : 1)) * this.capacity * 8;
    const length = Math.min(this.capacity, side === 'low' ? lowInside : highInside);
    return new Float64Array(this.wasm.memory.buffer, buffer, length);
  }

  startFlips(seed: number, bounds: FlipBound[]): void {
    this.seed(seed);
    bounds.forEach(({ whole, bound }, pair) => {
      const record = this.layout.records + pair * 32;
      this.writeEnds(record, pair);
      this.view.setFloat64(record + 8, whole, true);
      this.view.setFloat64(record + 16, bound, true);
      this.view.setUint32(record + 24, 0, true);
    });
  }

  stepFlips(rows: number): void {
    this.wasm.drawSigns(rows, this.sheet.clusters, this.layout.offsets, this.layout.ends);
    this.sumPanels(rows);
    this.wasm.tallyFlips(rows, this.layout.records, this.layout.pairs);
  }

  flips(pair: number): number {
    return this.view.getUint32(this.layout.records + pair * 32 + 24, true);
  }

  private seed(seed: number): void {
    new Pcg64(seed).limbs().forEach((limb, i) => this.view.setUint32(this.layout.seed + 4 * i, limb, true));
    this.wasm.seed(this.layout.seed);
  }

  /** Where the block's rows of a column lie. */
  private column(index: number): number {
    return this.layout.rows + index * STRIDE;
  }

  private writeEnds(record: number, pair: number): void {
    this.view.setUint32(record, this.column(this.sheet.pairs[2 * pair] ?? 0), true);
    this.view.setUint32(record + 4, this.column(this.sheet.pairs[2 * pair + 1] ?? 0), true);
  }

  private sumPanels(rows: number): void {
    const { offsets, ends, panels, panelCount, panelBytes } = this.layout;
    for (let panel = 0; panel < panelCount; panel += 1)
      this.wasm.accumulate(
        rows,
        offsets,
        ends,
        panels + panel * panelBytes,
        this.column(panel * PANEL),
        STRIDE,
      );
  }

  /** Columns in panels of 16: the sums, a column of zeros, the counts. */
  private fillPanels(): void {
    const { clusters, columns, sums, counts } = this.sheet;
    const write = (column: number, cluster: number, value: number) => {
      const panel = this.layout.panels + Math.floor(column / PANEL) * this.layout.panelBytes;
      this.view.setFloat64(panel + (cluster * PANEL + (column % PANEL)) * 8, value, true);
    };
    for (let cluster = 0; cluster < clusters; cluster += 1) {
      for (let column = 0; column < columns; column += 1)
        write(column, cluster, sums[column * clusters + cluster] ?? 0);
      write(columns + 1, cluster, counts[cluster] ?? 0);
    }
  }
}
