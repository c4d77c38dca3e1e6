/** An id that was taken out of an answer, and why. */
export interface Dropped {
  id: string;
  reason: 'unknown' | 'duplicate' | 'beyond the limit';
}

export interface Validated {
  /** Only shown ids, each once, between the bounds as far as there are units. */
  ids: string[];
  dropped: Dropped[];
  /** The ids among `ids` that the model did not give: the ranking completed a short answer. */
  filled: string[];
}

/**
 * Deterministic validation: membership in the shown cards, no duplicates, at most `maximum`; a list shorter
 * than `minimum` is completed from `order`. Everything dropped or filled is listed.
 */
export function validateIds(
  given: readonly string[],
  shown: readonly string[],
  order: readonly string[],
  bounds: { minimum: number; maximum: number },
): Validated {
  const known = new Set(shown);
  const taken = new Set<string>();
  const dropped: Dropped[] = [];
  for (const id of given) {
    if (!known.has(id)) dropped.push({ id, reason: 'unknown' });
    else if (taken.has(id)) dropped.push({ id, reason: 'duplicate' });
    else if (taken.size >= bounds.maximum) dropped.push({ id, reason: 'beyond the limit' });
    else taken.add(id);
  }
  const filled: string[] = [];
  for (const id of order) {
    if (taken.size >= bounds.minimum) break;
    if (known.has(id) && !taken.has(id)) {
      taken.add(id);
      filled.push(id);
    }
  }
  return { ids: [...taken], dropped, filled };
}
