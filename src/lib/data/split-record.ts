import { releases, type Release } from './release/catalog';
import type { Inspected } from './ingest/inspect';
import type { SplitRecord } from './schema';

/** The release whose items a file is. */
export const releaseOfItems = (items: Inspected): Release | null =>
  releases.find((release) => release.items.sha256 === items.known?.sha256) ?? null;

/** A record of a user's files; the release's own key when the items are the release's, byte for byte. */
export function recordOfFiles(
  items: { file: File; inspected: Inspected },
  labels: File | null,
  now: Date,
): SplitRecord {
  const release = releaseOfItems(items.inspected);
  return {
    key: release?.key ?? `file:${items.inspected.sha256}`,
    label: release?.label ?? items.file.name,
    kind: release ? 'release' : 'file',
    items: items.file,
    itemsName: items.file.name,
    labels,
    labelsName: labels?.name ?? null,
    itemsSha256: items.inspected.sha256,
    states: release?.items.records ?? 0,
    addedAt: now.toISOString(),
  };
}
