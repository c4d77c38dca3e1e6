import type { Task } from '$lib/serbench/task';
import { DEFAULT_STATIC } from '../catalog';
import { ModelFileError } from '../errors';
import { loadFiles } from '../files/load';
import { siteSource } from '../files/site';
import type { StaticEncoder } from './encoder';
import { openStatic } from './open';

/** The embedded default from the site's own origin, verified and kept for offline; no runtime comes with it. */
export async function openSiteStatic(base: string, task: Task): Promise<StaticEncoder> {
  const source = siteSource(base, DEFAULT_STATIC);
  const { files } = await loadFiles(source, source.entries, task);
  const need = (path: string) => {
    const bytes = files.get(path);
    if (bytes === undefined) throw new ModelFileError(path, `not in ${source.name}.`);
    return bytes;
  };
  return openStatic(DEFAULT_STATIC, {
    config: need('config.json'),
    tokenizer: need('tokenizer.json'),
    weights: need('model.safetensors'),
  });
}
