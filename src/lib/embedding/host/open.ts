import type { Task } from '$lib/serbench/task';
import { catalogEntry } from '../catalog';
import type { LocalEncoder } from '../encoder';
import { ModelFileError } from '../errors';
import { loadFiles } from '../files/load';
import { openStatic } from '../static-encoder/open';
import { openChecked, type RuntimeUrls } from './checked';
import { isStatic, openSource, wantedFiles } from './plan';
import type { OpenedModel, OpenRequest } from './request';
import { settingsFor } from './settings';

/** Fetches, verifies, opens and checks a model. */
export async function openModel(
  request: OpenRequest,
  urls: RuntimeUrls,
  task: Task,
): Promise<{ encoder: LocalEncoder; opened: OpenedModel }> {
  const source = await openSource(request, task.signal);
  const { files, notes } = await loadFiles(source, wantedFiles(source, request), task);
  const name = request.entry ?? source.name;
  if (isStatic(source, request.entry)) {
    const need = (path: string) => {
      const bytes = files.get(path);
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
      encoder,
      opened: { identity, kind: 'static', dimensions, device: 'none', prefix, limit, check: null, notes },
    };
  }
  const entry = request.entry === null ? undefined : catalogEntry(request.entry);
  const { settings, assumed } = settingsFor(request, entry, files);
  if (assumed.length > 0) notes.push(`The model's files leave open: ${assumed.join(', ')}; assumed here.`);
  const parts = { name, revision: source.revision, dtype: request.dtype, files, settings };
  const checked = await openChecked(parts, request.device, urls, task);
  const { identity, dimensions, prefix } = checked.encoder;
  return {
    encoder: checked.encoder,
    opened: {
      identity,
      kind: 'transformer',
      dimensions,
      device: checked.device,
      prefix: { ...prefix },
      limit: settings.limit,
      check: checked.check,
      notes: [...notes, ...checked.notes],
    },
  };
}
