import { z } from 'zod';

/** Which tour runs and where each was left. Kept between visits. */
export const tourProgress = z.object({
  running: z.string().nullable(),
  /** The step to go on from, by tour. */
  at: z.record(z.string(), z.number().int().nonnegative()),
  done: z.array(z.string()),
});
export type TourProgress = z.infer<typeof tourProgress>;

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
