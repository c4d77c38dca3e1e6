/** Forward slashes, no leading `./`: the two spellings of the release's paths become one. */
export const normalPath = (path: string): string =>
  path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '');

/** The folder of a path, without a trailing slash; empty for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
