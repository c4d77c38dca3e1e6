/**
 * A route whose leading `depth` units stand in the order of their similarity to the state's question, the most similar
 * first; equal ones keep their places, the rest follows as it was. Throws a RangeError for a unit without a similarity.
 */
export function refineRoute(
  route: readonly string[],
  depth: number,
  similarity: ReadonlyMap<string, number>,
): string[] {
  const leading = route.slice(0, depth).map((id, place) => {
    const value = similarity.get(id);
    if (value === undefined) throw new RangeError(`No similarity of ${id}`);
    return { id, place, value };
  });
  leading.sort((a, b) => b.value - a.value || a.place - b.place);
  return [...leading.map(({ id }) => id), ...route.slice(depth)];
}
