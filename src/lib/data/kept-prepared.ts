import { openDatabase } from './db';
import type { KeptPrepared, Prepared, PreparedHead } from './ingest/prepared';
import type { SplitRecord } from './schema';
import { readable } from './storage/lost';
import { storageFailed } from './storage-error';
import { TABLES_VERSION } from './tables/all';

/** Whether a kept form was made by this version from these very files. */
export const fits = (prepared: PreparedHead, split: SplitRecord): boolean =>
  prepared.version === TABLES_VERSION &&
  prepared.itemsSha256 === split.itemsSha256 &&
  prepared.labelled === (split.labels !== null);

/** Whether every Blob has the length that the rest of the record counts on. */
const whole = ({ text, summaries, tables }: KeptPrepared): boolean =>
  text.size === (summaries.at(-1)?.end ?? 0) &&
  tables.every(({ content, batches }) => content.size === batches.reduce((sum, length) => sum + length, 0));

/**
 * The kept form of a split; null when there is none, it is of an older version or of other files, or the browser has
 * lost a part of it. What does not fit is deleted: it can be made anew from the split's own files.
 */
export async function getPrepared(split: SplitRecord): Promise<Prepared | null> {
  try {
    const db = await openDatabase();
    const found = await db.get('prepared', split.key);
    if (!found) return null;
    const blobs = [found.text, ...found.tables.map((table) => table.content)];
    if (fits(found, split) && whole(found) && (await Promise.all(blobs.map(readable))).every(Boolean)) {
      const { text, tables, ...head } = found;
      return { ...head, content: Promise.resolve({ text, tables }) };
    }
    await db.delete('prepared', split.key);
    return null;
  } catch (error) {
    throw storageFailed(error);
  }
}

/**
 * Keeps a prepared split once its content is there, whole or not at all. Rejects with StorageFailed, or with what kept
 * the content from being made.
 */
export async function putPrepared({ content, ...head }: Prepared): Promise<void> {
  const bulk = await content;
  try {
    const db = await openDatabase();
    await db.put('prepared', { ...head, ...bulk });
  } catch (error) {
    throw storageFailed(error);
  }
}
