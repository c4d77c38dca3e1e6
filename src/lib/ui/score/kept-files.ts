import { z } from 'zod';
import { getSetting, setSetting } from '$lib/data/settings';
import type { NamedBlob } from '$workers/score.worker';

const Kept = z.array(z.object({ name: z.string(), blob: z.instanceof(Blob) }));
const nameOf = (splitKey: string) => `score-files:${splitKey}`;

/** The prediction files last scored over a split, as they were: a reload scores the same bytes in the same order. */
export async function keptFiles(splitKey: string): Promise<NamedBlob[]> {
  return (await getSetting(nameOf(splitKey), Kept)) ?? [];
}

export const keepFiles = (splitKey: string, files: readonly NamedBlob[]): Promise<void> =>
  setSetting(
    nameOf(splitKey),
    files.map(({ name, blob }) => ({ name, blob })),
  );
