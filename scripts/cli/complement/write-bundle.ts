import { join } from 'node:path';
import type { Outcome } from '$lib/complement/batch/record';
import { BUNDLE_FILES, bundlePieces, type RunAbout } from '$lib/complement/export/bundle';
import type { RunSetting } from '$lib/complement/run/types';
import { StagedFiles } from '../output';
import type { FileStore } from './file-store';

/** Writes a run's export into its folder: all files take their places together, or none does. */
export async function writeBundle(
  store: FileStore,
  outcomes: readonly Outcome[],
  states: number,
  setting: RunSetting,
  about: RunAbout,
): Promise<void> {
  const staged = new StagedFiles();
  try {
    for (const file of BUNDLE_FILES) await staged.add(join(store.folder, file), '');
    for await (const { file, text } of bundlePieces(
      outcomes,
      states,
      setting,
      (key) => store.find(key),
      about,
    ))
      await staged.add(join(store.folder, file), text);
    await staged.commit();
  } finally {
    await staged.discard();
  }
}
