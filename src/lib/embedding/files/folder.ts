import { ModelFileError } from '../errors';
import type { FileSource } from './source';

export interface FolderFile {
  /** As the browser gives it: with or without the chosen folder's own name in front. */
  path: string;
  blob: Blob;
}

/** A model folder from the user's disk. The chosen folder may be the model's or one above it. */
export function folderSource(files: readonly FolderFile[]): FileSource {
  const configs = files.filter(({ path }) => path.split('/').at(-1) === 'config.json');
  const top = configs.sort((a, b) => a.path.split('/').length - b.path.split('/').length)[0];
  if (top === undefined) throw new ModelFileError('config.json', 'not in the folder; choose a model folder.');
  const root = top.path.slice(0, -'config.json'.length);
  const inside = new Map(
    files
      .filter(({ path }) => path.startsWith(root))
      .map(({ path, blob }) => [path.slice(root.length), blob]),
  );
  return {
    name: root.split('/').at(-2) ?? 'folder',
    revision: null,
    entries: [...inside].map(([path, blob]) => ({ path, bytes: blob.size, hash: null })),
    remote: false,
    open(entry) {
      const blob = inside.get(entry.path);
      if (blob === undefined) throw new ModelFileError(entry.path, 'not in the folder.');
      return Promise.resolve(blob.stream());
    },
    cacheUrl: () => null,
  };
}
