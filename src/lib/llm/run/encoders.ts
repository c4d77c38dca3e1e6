import type { Encoder } from '$lib/embedding/encoder';
import type { Task } from '$lib/serbench/task';
import { EncoderMissing, isSiteEncoder } from './encoder-name';
import { PortEncoder, type EncoderLink } from './port-encoder';
import { siteEncoder } from './site-encoders';

const ADVICE =
  'Open it in the configuration under "Ranking", or name one of this site\'s encoders there; opening another model gives another configuration.';

/** The encoders of a run in the browser: the one that is open on the page, under its own name, and the site's. */
export function encodersFor(
  base: string,
  open: EncoderLink | null,
  task: Task,
): (name: string) => Promise<Encoder> {
  const opened = open && new PortEncoder(open);
  const site = siteEncoder(base, task);
  return (name) => {
    if (opened && open.name === name) return Promise.resolve(opened);
    if (isSiteEncoder(name)) return site(name);
    return Promise.reject(new EncoderMissing(name, open?.name ?? null, ADVICE));
  };
}
