/** What the page must tell the user about the shared database. */
export type DbNotice = 'blocked-by-old-tab' | 'opened' | 'closed-for-newer-tab' | 'terminated';

const listeners = new Set<(notice: DbNotice) => void>();

/** Hears of notices on this page; the returned function stops it. Kept apart so that hearing loads no database code. */
export function onDbNotice(listener: (notice: DbNotice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyDb(notice: DbNotice): void {
  for (const listener of listeners) listener(notice);
}
