import { replaceState } from '$app/navigation';
import { page } from '$app/state';

/**
 * The URL is what the user chose, nothing else. Reads happen on the client only: prerendered pages know no
 * query.
 */
export const queryOf = (url: URL): URLSearchParams => new URLSearchParams(url.search);

/** Sets, or with null removes, parameters of the current URL; replaced, never pushed. */
export function setQuery(changes: Record<string, string | null>): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== window.location.href) replaceState(url, page.state);
}
