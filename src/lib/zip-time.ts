/**
 * The time that every entry of our zip files carries, in milliseconds. A zip holds a wall-clock time without a zone, so
 * this is the same wall-clock time in every zone: the bytes depend on the contents alone. Computed anew on each call,
 * since the zone may change under a page.
 */
export const zipTime = (): number => new Date(2000, 0, 1).getTime();
