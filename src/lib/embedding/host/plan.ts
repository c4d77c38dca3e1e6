import { catalogEntry } from '../catalog';
import { ModelFileError } from '../errors';
import { folderSource } from '../files/folder';
import { hubSource } from '../files/hub';
import { siteSource } from '../files/site';
import type { FileEntry, FileSource } from '../files/source';
import { missingBytes } from '../files/store';
import { SENTENCE_FILES } from '../transformer/sentence-config';
import { LATE_FILES, PROJECTION_FILES } from '../transformer/late-settings';
import { SPLADE_FILE } from '../transformer/splade-settings';
import { WEIGHT_FILES, weightFile } from '../transformer/settings';
import type { OpenPlan, OpenRequest } from './request';

export function openSource({ origin }: OpenRequest, signal: AbortSignal): Promise<FileSource> {
  switch (origin.kind) {
    case 'site':
      return Promise.resolve(siteSource(origin.base, origin.model));
    case 'hub':
      return hubSource(origin.id, origin.revision, origin.hub, signal);
    case 'folder':
      return Promise.resolve(folderSource(origin.files));
  }
}

const STATIC_WEIGHTS = 'model.safetensors';

/** A static model: the catalog says so, or the folder has token rows and no ONNX file. */
export function isStatic(source: FileSource, entry: string | null): boolean {
  const known = entry === null ? undefined : catalogEntry(entry);
  if (known !== undefined) return known.kind === 'static';
  const paths = source.entries.map(({ path }) => path);
  return paths.includes(STATIC_WEIGHTS) && !paths.some((path) => path.endsWith('.onnx'));
}

/** The files that a request needs of a source. Throws, naming the file and what is there, when one is missing. */
export function wantedFiles(source: FileSource, request: OpenRequest): FileEntry[] {
  const weights = isStatic(source, request.entry)
    ? STATIC_WEIGHTS
    : (weightFile(
        request.dtype,
        source.entries.map(({ path }) => path),
      ) ?? WEIGHT_FILES[request.dtype][0]);
  const needed = ['config.json', 'tokenizer.json', weights];
  for (const path of needed) {
    if (source.entries.some((entry) => entry.path === path)) continue;
    const there = source.entries
      .filter((entry) => /\.(onnx|safetensors)$/.test(entry.path))
      .map(({ path }) => path);
    throw new ModelFileError(path, `not in ${source.name}. Weights there: ${there.join(', ') || 'none'}.`);
  }
  const optional: readonly string[] = [
    'tokenizer_config.json',
    ...SENTENCE_FILES,
    ...(request.purpose === 'terms' ? [SPLADE_FILE] : [...LATE_FILES, ...PROJECTION_FILES]),
  ];
  return source.entries.filter(
    ({ path }) => needed.includes(path) || optional.includes(path) || path.startsWith(`${weights}_data`),
  );
}

/** What opening would fetch. */
export async function planOpen(request: OpenRequest, signal: AbortSignal): Promise<OpenPlan> {
  const source = await openSource(request, signal);
  const files = wantedFiles(source, request);
  return {
    name: source.name,
    revision: source.revision,
    remote: source.remote,
    files: files.map(({ path, bytes }) => ({ path, bytes })),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    missing: await missingBytes(source, files),
  };
}
