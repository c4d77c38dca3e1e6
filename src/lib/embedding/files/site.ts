import { bodyOf } from './response';
import type { FileSource } from './source';
import { VENDORED } from './vendored';

/** A model that this site carries. `base` is the absolute URL of the site's root, ending in a slash. */
export function siteSource(base: string, model: string): FileSource {
  const entries = VENDORED[model];
  if (entries === undefined) throw new Error(`This site carries no model "${model}".`);
  const url = (path: string) => new URL(`models/${model}/${path}`, base).href;
  return {
    name: model,
    revision: null,
    entries,
    remote: false,
    open: (entry, signal) => bodyOf(entry.path, url(entry.path), signal),
    // A name of its own, by content: an update of the model can never be answered with the old copy.
    cacheUrl: (entry) => new URL(`kept-models/${entry.hash?.hex ?? ''}`, base).href,
  };
}
