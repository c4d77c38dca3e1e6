import { z } from 'zod';
import { getSetting, setSetting } from '$lib/data/settings';

const NAME = 'complement-recording';

/** The user's own exported run as it is kept: the file itself, and its name. */
const recordingSchema = z.strictObject({ name: z.string().max(500), zip: z.instanceof(Blob) });
export type KeptRecording = z.infer<typeof recordingSchema>;

/** The kept recording; null when there is none, or storage is refused. */
export const keptRecording = (): Promise<KeptRecording | null> =>
  getSetting(NAME, recordingSchema).catch(() => null);

/** Keeps a recording over reloads; null forgets it. A page without storage goes on without. */
export const keepRecording = (recording: KeptRecording | null): Promise<void> =>
  setSetting(NAME, recording).catch(() => undefined);
