import { BLOCK, type Sheet } from './kernel';

/** Columns of a panel: eight SIMD registers of two numbers. */
export const PANEL = 16;
/** Bytes between two columns of a block's rows. */
export const STRIDE = BLOCK * 8;
/** Bytes of a pair's record; a sign-flip record (32 bytes) fits in its place. */
export const PAIR_BYTES = 80;

/** Byte addresses in the kernel's memory. Nothing here grows with the number of resamples. */
export interface Layout {
  seed: number;
  offsets: number;
  /** End of each row's list of cluster offsets. */
  ends: number;
  panels: number;
  panelCount: number;
  panelBytes: number;
  rows: number;
  records: number;
  pairs: number;
  buffers: number;
  end: number;
}

/** Lays out a sheet whose brackets keep `capacity` estimates each. */
export function memoryLayout(sheet: Sheet, capacity: number): Layout {
  const pairs = sheet.pairs.length / 2;
  const panelCount = Math.ceil((sheet.columns + 2) / PANEL);
  const panelBytes = sheet.clusters * PANEL * 8;
  let at = 1024;
  const take = (bytes: number) => {
    const start = at;
    at = Math.ceil((at + bytes) / 16) * 16;
    return start;
  };
  return {
    seed: take(64),
    // One more: a row of signs writes behind its end before it knows whether to keep.
    offsets: take((BLOCK * sheet.clusters + 1) * 4),
    ends: take(BLOCK * 4),
    panels: take(panelCount * panelBytes),
    panelCount,
    panelBytes,
    rows: take(panelCount * PANEL * STRIDE),
    records: take(pairs * PAIR_BYTES),
    pairs,
    buffers: take(pairs * capacity * 16),
    end: at,
  };
}
