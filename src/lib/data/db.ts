import { openDB, type IDBPDatabase } from 'idb';
import { DB_NAME, DB_VERSION, type ComplementDb } from './schema';

export type Db = IDBPDatabase<ComplementDb>;

/** What the page must tell the user about the shared database. */
export type DbNotice = 'blocked-by-old-tab' | 'closed-for-newer-tab' | 'terminated';

let opened: Promise<Db> | null = null;
const listeners = new Set<(notice: DbNotice) => void>();

export function onDbNotice(listener: (notice: DbNotice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notify = (notice: DbNotice) => {
  for (const listener of listeners) listener(notice);
};

/** Opens the site's one database; works on the page and in workers. A failed open is not cached. */
export function openDatabase(): Promise<Db> {
  opened ??= openDB<ComplementDb>(DB_NAME, DB_VERSION, {
    upgrade(db, oldVersion) {
      if (oldVersion < 1) {
        db.createObjectStore('splits', { keyPath: 'key' });
        db.createObjectStore('runs', { keyPath: 'key' }).createIndex('by-split', 'splitKey');
        db.createObjectStore('settings');
        db.createObjectStore('vectors', { keyPath: 'key' }).createIndex('by-model', 'model');
        db.createObjectStore('calls', { keyPath: 'key' }).createIndex('by-run', 'runKey');
        db.createObjectStore('batches', { keyPath: 'key' });
        db.createObjectStore('secrets', { keyPath: 'key' });
        db.createObjectStore('tokens');
      }
      if (oldVersion < 2) db.createObjectStore('prepared', { keyPath: 'splitKey' });
    },
    blocked: () => notify('blocked-by-old-tab'),
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      opened = null;
      notify('closed-for-newer-tab');
    },
    terminated() {
      opened = null;
      notify('terminated');
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}
