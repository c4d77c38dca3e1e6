/**
 * The value that would stand at `rank` (0-based) if `values[from..to)` were sorted; reorders the values. Hoare's
 * quickselect with the median of three: smaller values end before the rank, larger ones behind it.
 */
export function selectRank(values: Float64Array, rank: number, from = 0, to = values.length): number {
  if (rank < from || rank >= to) throw new RangeError(`Rank ${rank} is outside ${from}..${to - 1}.`);
  let low = from;
  let high = to - 1;
  while (low < high) {
    const pivot = medianOfThree(values, low, high);
    let i = low;
    let j = high;
    while (i <= j) {
      while (at(values, i) < pivot) i += 1;
      while (at(values, j) > pivot) j -= 1;
      if (i <= j) {
        swap(values, i, j);
        i += 1;
        j -= 1;
      }
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else return at(values, rank);
  }
  return at(values, low);
}

const at = (values: Float64Array, index: number) => values[index] as number;

function swap(values: Float64Array, i: number, j: number): void {
  const kept = at(values, i);
  values[i] = at(values, j);
  values[j] = kept;
}

function medianOfThree(values: Float64Array, low: number, high: number): number {
  const a = at(values, low);
  const b = at(values, (low + high) >> 1);
  const c = at(values, high);
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
