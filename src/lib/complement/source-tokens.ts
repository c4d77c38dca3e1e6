/**
 * Reads a state's token counts: only what the record itself holds, so that a unit called `__proto__` or `constructor`
 * is a unit like any other. Throws a RangeError for a unit without a count.
 */
export function tokensBy(tokens: Readonly<Record<string, number>>, stateId: string): (id: string) => number {
  return (id) => {
    const count = Object.hasOwn(tokens, id) ? tokens[id] : undefined;
    if (count === undefined) throw new RangeError(`No token count for ${id} of ${stateId}`);
    return count;
  };
}
