import type { Progress } from '$lib/serbench/task';
import type { SplitRecord } from '../schema';
import type { Release, ReleaseFile } from './catalog';
import { download } from './download';
import { browserPieces, keptBytes } from './pieces';

export interface FetchOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  now: Date;
}

const filesOf = (release: Release): ReleaseFile[] => [
  release.items,
  ...(release.labels ? [release.labels] : []),
];

/** Bytes of a release that an earlier, broken download has left in the browser's storage. */
export async function bytesLeft(release: Release): Promise<number> {
  const counts = await Promise.all(filesOf(release).map(({ sha256 }) => keptBytes(sha256)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Fetches a release from `host`, each file verified; `host` may be any mirror, the sums decide. */
export async function fetchRelease(
  release: Release,
  host: string,
  options: FetchOptions,
): Promise<SplitRecord> {
  const total = filesOf(release).reduce((sum, file) => sum + file.bytes, 0);
  let before = 0;
  const get = async (file: ReleaseFile): Promise<Blob> => {
    const blob = await download(
      {
        path: file.path,
        url: `${host.replace(/\/+$/, '')}/${file.path}`,
        bytes: file.bytes,
        sha256: file.sha256,
      },
      {
        signal: options.signal,
        pieces: browserPieces,
        onProgress: (progress) => options.onProgress({ ...progress, done: before + progress.done, total }),
      },
    );
    before += file.bytes;
    return blob;
  };
  const items = await get(release.items);
  const labels = release.labels ? await get(release.labels) : null;
  return {
    key: release.key,
    label: release.label,
    kind: 'release',
    items,
    itemsName: release.items.path,
    labels,
    labelsName: release.labels?.path ?? null,
    itemsSha256: release.items.sha256,
    states: release.items.records,
    addedAt: options.now.toISOString(),
  };
}
