import type { Task } from '$lib/serbench/task';
import { catalogEntry } from '../catalog';
import { ModelFileError } from '../errors';
import { loadFiles, type LoadedFiles } from '../files/load';
import type { FileSource } from '../files/source';
import { openStatic } from '../static-encoder/open';
import type { TransformerParts } from '../transformer/open';
import type { RuntimeUrls } from './checked';
import type { HeldModel } from './held';
import { openHeldTransformer } from './open-transformer';
import { isStatic, openSource, wantedFiles } from './plan';
import type { OpenedModel, OpenRequest } from './request';
import { settingsFor } from './settings';

export interface OpenResult {
  model: HeldModel;
  opened: OpenedModel;
}

/** Fetches, verifies, opens and checks a model. */
export async function openModel(request: OpenRequest, urls: RuntimeUrls, task: Task): Promise<OpenResult> {
  const source = await openSource(request, task.signal);
  const loaded = await loadFiles(source, wantedFiles(source, request), task);
  const name = request.entry ?? source.name;
  if (isStatic(source, request.entry)) return openHeldStatic(name, source, loaded);
  const entry = request.entry === null ? undefined : catalogEntry(request.entry);
  const { settings, assumed } = settingsFor(request, entry, loaded.files);
  const notes = [...loaded.notes];
  if (assumed.length > 0) notes.push(`The model's files leave open: ${assumed.join(', ')}; assumed here.`);
  const { files } = loaded;
  const parts: TransformerParts = { name, revision: source.revision, dtype: request.dtype, files, settings };
  const { model, opened } = await openHeldTransformer(request, parts, urls, task);
  return { model, opened: { ...opened, notes: [...notes, ...opened.notes] } };
}

async function openHeldStatic(name: string, source: FileSource, loaded: LoadedFiles): Promise<OpenResult> {
  const need = (path: string) => {
    const bytes = loaded.files.get(path);
    if (bytes === undefined) throw new ModelFileError(path, `not in ${source.name}.`);
    return bytes;
  };
  const encoder = await openStatic(name, {
    config: need('config.json'),
    tokenizer: need('tokenizer.json'),
    weights: need('model.safetensors'),
  });
  const { identity, dimensions, prefix, limit } = encoder;
  return {
    model: { kind: 'static', encoder },
    opened: {
      identity,
      kind: 'static',
      purpose: 'vectors',
      dimensions,
      device: 'none',
      prefix,
      limit,
      check: null,
      notes: loaded.notes,
    },
  };
}
