/**
 * A value that lasts as long as the tab. Where the browser's setting blocks site data the store throws on touch;
 * the value then lasts as long as the page, and nothing else fails.
 */
export function sessionValue(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a value for the tab; null forgets it. */
export function keepSessionValue(name: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // Blocked or full: a reload opens the first split at hand.
  }
}
