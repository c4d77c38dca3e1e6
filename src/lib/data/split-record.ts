import { releases, type Release } from './release/catalog';
import type { SplitRecord } from './schema';

/** A file that the user brought. */
export interface NamedBlob {
  name: string;
  blob: Blob;
}

/** The release whose items have this SHA-256, packed or unpacked; null for any other file. */
const releaseOfItems = (sha256: string): Release | null =>
  releases.find(({ items }) => items.sha256 === sha256 || items.uncompressedSha256 === sha256) ?? null;

/** The key of the split that items make. */
export const splitKeyOf = (sha256: string): string => releaseOfItems(sha256)?.key ?? `file:${sha256}`;

/**
 * A record of a user's files, under the release's own key when the items are the release's, byte for byte. `states` is
 * the manifest's number, or 0 until the file has been read.
 */
export function recordOfFiles(
  items: NamedBlob & { sha256: string },
  labels: NamedBlob | null,
  now: Date,
): SplitRecord {
  const release = releaseOfItems(items.sha256);
  return {
    key: splitKeyOf(items.sha256),
    label: release?.label ?? items.name,
    kind: release ? 'release' : 'file',
    items: items.blob,
    itemsName: items.name,
    labels: labels?.blob ?? null,
    labelsName: labels?.name ?? null,
    itemsSha256: items.sha256,
    states: release?.items.records ?? 0,
    addedAt: now.toISOString(),
  };
}
