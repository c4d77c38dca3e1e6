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

export async function setSetting(name: string, value: unknown): Promise<void> {
  try {
    const db = await openDatabase();
    await db.put('settings', value, name);
  } catch (error) {
    throw storageFailed(error);
  }
  announce('settings');
}
