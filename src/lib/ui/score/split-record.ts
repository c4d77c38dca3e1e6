import manifest from '$lib/paper/data/release-manifest.json';
import type { SplitRecord } from '$lib/data/schema';
import type { NamedBlob } from '$workers/score.worker';

const RELEASED: Record<string, { key: string; label: string }> = {
  cal500: { key: 'cal500', label: 'Cal500' },
  test500: { key: 'test500', label: 'Test500' },
  example: { key: 'example', label: 'Example' },
};

/** The released split that these items are, byte for byte (packed or unpacked); null for any other file. */
function releasedAs(sha256: string): { key: string; label: string } | null {
  for (const [path, file] of Object.entries(manifest.files)) {
    const [folder = '', name = ''] = path.split('/');
    if (name.startsWith('items') && [file.sha256, file.uncompressed_sha256].includes(sha256))
      return RELEASED[folder] ?? null;
  }
  return null;
}

/** A record of files that the user opened. */
export function splitRecord(
  items: NamedBlob,
  labels: NamedBlob | null,
  sha256: string,
  states: number,
  now: Date,
): SplitRecord {
  const released = releasedAs(sha256);
  return {
    key: released?.key ?? `file:${sha256}`,
    label: released?.label ?? items.name,
    kind: released ? 'release' : 'file',
    items: items.blob,
    itemsName: items.name,
    labels: labels?.blob ?? null,
    labelsName: labels?.name ?? null,
    itemsSha256: sha256,
    states,
    addedAt: now.toISOString(),
  };
}
