import type { CatalogEntry } from '../catalog';
import { MEAN_POOLING, settingsFromFiles } from '../transformer/sentence-config';
import type { TransformerSettings } from '../transformer/settings';
import type { OpenRequest } from './request';

/** The user's settings before the catalog's before what the model's own files say. */
export function settingsFor(
  request: OpenRequest,
  entry: CatalogEntry | undefined,
  files: ReadonlyMap<string, Uint8Array>,
): { settings: TransformerSettings; assumed: string[] } {
  const known: { settings: TransformerSettings; assumed: string[] } =
    entry?.kind === 'transformer'
      ? { settings: { pooling: entry.pooling, prefix: entry.prefix, limit: entry.limit }, assumed: [] }
      : settingsFromFiles(files);
  // Only a model that makes one vector of a text pools.
  const assumed =
    request.purpose === 'vectors' ? known.assumed : known.assumed.filter((what) => what !== MEAN_POOLING);
  return { assumed, settings: { ...known.settings, ...request.settings } };
}
