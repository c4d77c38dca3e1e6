import type { ZodType } from 'zod';
import { announce } from './changes';
import { openDatabase } from './db';
import { storageFailed } from './storage-error';

/** A kept setting, or null when it is absent or (an older version's) no longer fits the schema. */
export async function getSetting<T>(name: string, schema: ZodType<T>): Promise<T | null> {
  try {
    const db = await openDatabase();
    const found = schema.safeParse(await db.get('settings', name));
    return found.success ? found.data : null;
  } catch (error) {
    throw storageFailed(error);
  }
}

/**
 * Keeps a setting. Committed without waiting for the request's answer, so that a write that starts while the page is
 * being left still lands: a transaction that commits by itself would be aborted with its page.
 */
export async function setSetting(name: string, value: unknown): Promise<void> {
  try {
    const db = await openDatabase();
    const writing = db.transaction('settings', 'readwrite');
    const put = writing.store.put(value, name);
    writing.commit();
    await Promise.all([put, writing.done]);
  } catch (error) {
    throw storageFailed(error);
  }
  announce('settings');
}
