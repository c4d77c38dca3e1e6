/** Which tour runs and where each was left. Kept between visits. */
export interface TourProgress {
  running: string | null;
  /** The step to go on from, by tour. */
  at: Record<string, number>;
  done: string[];
}

export const NO_PROGRESS: TourProgress = { running: null, at: {}, done: [] };

/** Starts a tour, or goes on where it was left. One that was finished starts over. */
export function begin(progress: TourProgress, id: string): TourProgress {
  return { ...progress, running: id, at: { ...progress.at, [id]: progress.at[id] ?? 0 } };
}

/** Goes by some steps; beyond the last one the tour is done. `length` is its number of steps. */
export function go(progress: TourProgress, by: number, length: number): TourProgress {
  const { running } = progress;
  if (running === null) return progress;
  const next = Math.max(0, (progress.at[running] ?? 0) + by);
  if (next < length) return { ...progress, at: { ...progress.at, [running]: next } };
  const { [running]: _, ...at } = progress.at;
  return { running: null, at, done: [...new Set([...progress.done, running])] };
}

/** Puts the running tour aside; it can be gone on with later. */
export const putAside = (progress: TourProgress): TourProgress => ({ ...progress, running: null });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads what was kept; null for anything else. By hand: this runs on every page, before any library. */
export function readProgress(text: string | null): TourProgress | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isObject(value) || !isObject(value['at']) || !Array.isArray(value['done'])) return null;
    const { running, at, done } = value;
    const steps = Object.values(at as Record<string, unknown>);
    const sound =
      (running === null || typeof running === 'string') &&
      steps.every((step) => Number.isInteger(step) && (step as number) >= 0) &&
      (done as unknown[]).every((id) => typeof id === 'string');
    return sound ? (value as unknown as TourProgress) : null;
  } catch {
    return null;
  }
}
