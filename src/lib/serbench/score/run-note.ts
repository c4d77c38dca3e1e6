/** What stands beside a run's scores: which run it is, and what of it is no answer of its method. */
export interface RunNote {
  /** The run's label, which the score sheet has as its method. */
  run: string;
  /** The method's name as in files. */
  method: string;
  /** SHA-256 of the configuration's canonical JSON, hex; null when it is not told. */
  configurationHash: string | null;
  /** ISO time. */
  addedAt: string;
  /** States that failed: they have no row and are in no mean. */
  failed: number;
  /** Scored states that hold the fused order because the model gave no usable answer; null when the run does not tell. */
  fallbackStates: number | null;
  /** The states that `fallbackStates` counts among. */
  accountedStates: number | null;
}

/** `3 of 25 fell back`; null when none did, or the run does not tell. */
export function fallbackWords({ fallbackStates, accountedStates }: RunNote): string | null {
  if (fallbackStates === null || fallbackStates === 0) return null;
  return `${fallbackStates} of ${accountedStates ?? fallbackStates} fell back`;
}

/** What is not an answer of the method, in words: `1 failed; 3 of 25 fell back`; null when nothing is. */
export function shortfall(note: RunNote): string | null {
  const parts = [note.failed > 0 ? `${note.failed} failed` : null, fallbackWords(note)];
  const told = parts.filter((part) => part !== null);
  return told.length > 0 ? told.join('; ') : null;
}
