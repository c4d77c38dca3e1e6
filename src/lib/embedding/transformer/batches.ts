/** Padded tokens that one batch holds at most, and texts. */
const TOKENS = 4096;
const TEXTS = 16;

/**
 * Which texts run together: singly where the model's digits depend on the rest of the batch; else by length, so
 * that little is padded, longest first, so that memory is claimed once. A function of the lengths alone.
 */
export function planBatches(lengths: readonly number[], single: boolean): number[][] {
  const order = lengths.map((_, i) => i).sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0) || a - b);
  if (single) return lengths.map((_, i) => [i]);
  const batches: number[][] = [];
  let batch: number[] = [];
  let width = 0;
  for (const i of order) {
    const length = Math.max(1, lengths[i] ?? 1);
    if (batch.length > 0 && (batch.length === TEXTS || (batch.length + 1) * width > TOKENS)) {
      batches.push(batch);
      batch = [];
    }
    if (batch.length === 0) width = length;
    batch.push(i);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
