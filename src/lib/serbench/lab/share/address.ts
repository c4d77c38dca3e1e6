const NAME = 'c';

/** The shared draft that an address carries: in its fragment, or, as older links have it, in its query. */
export function linkOf(url: URL): string | null {
  return new URLSearchParams(url.hash.slice(1)).get(NAME) ?? url.searchParams.get(NAME);
}

/**
 * The address with another draft, or with null without any. A fragment is never sent to the host: a draft stays
 * between those who have its link, and no host refuses it for its length.
 */
export function withLink(url: URL, link: string | null): URL {
  const changed = new URL(url);
  changed.searchParams.delete(NAME);
  const other = new URLSearchParams(url.hash.slice(1)).has(NAME) ? '' : url.hash;
  changed.hash = link === null ? other : `${NAME}=${link}`;
  return changed;
}
