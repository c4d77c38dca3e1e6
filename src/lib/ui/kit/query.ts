import { replaceState } from '$app/navigation';
import { page } from '$app/state';

/** Sets, or with null removes, parameters of the current URL; replaced, never pushed. */
export function setQuery(changes: Record<string, string | null>): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  replaceAddress(url);
}

/** Replaces the current URL without a visit or an entry of the history. */
export function replaceAddress(url: URL): void {
  if (url.href !== window.location.href) replaceState(url, page.state);
}
