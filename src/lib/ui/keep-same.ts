/** A kept record as lists tell it apart. */
interface Kept {
  key: string;
  addedAt: string;
}

/**
 * A list read anew, with the objects of the old one where the record is the same: what depends on them is not done
 * again. The old list itself when nothing changed.
 */
export function keepSame<Record extends Kept>(
  old: readonly Record[],
  fresh: readonly Record[],
  same: (a: Record, b: Record) => boolean,
): readonly Record[] {
  const before = new Map(old.map((one) => [one.key, one]));
  const merged = fresh.map((one) => {
    const known = before.get(one.key);
    return known && known.addedAt === one.addedAt && same(known, one) ? known : one;
  });
  return merged.length === old.length && merged.every((one, i) => one === old[i]) ? old : merged;
}
