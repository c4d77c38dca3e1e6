import { openDB, type IDBPDatabase } from 'idb';
import { notifyDb } from './db-notice';
import { DB_NAME, DB_VERSION, type ComplementDb } from './schema';

export type Db = IDBPDatabase<ComplementDb>;

export { onDbNotice, type DbNotice } from './db-notice';

let opened: Promise<Db> | null = null;
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
      if (oldVersion < 3) db.createObjectStore('pieces', { keyPath: ['sha256', 'from', 'to'] });
    },
    blocked: () => notifyDb('blocked-by-old-tab'),
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      opened = null;
      notifyDb('closed-for-newer-tab');
    },
    terminated() {
      opened = null;
      notifyDb('terminated');
    },
  }).then(
    (db) => {
      notifyDb('opened');
      return db;
    },
    (error: unknown) => {
      opened = null;
      throw error;
    },
  );
  return opened;
}
