import { openDatabase } from '$lib/data/db';
import { rowOf, type VectorBlock, type VectorStore } from './store';

/**
 * Blocks of vectors in the site's database: a block is one record, so that 43,000 vectors are some hundred writes
 * and not 43,000. Which hash lies where is read once a space and then kept in memory.
 */
export function indexedDbStore(): VectorStore {
  const directories = new Map<string, Promise<Map<string, { key: string; row: number }>>>();

  const directoryOf = (space: string) => {
    let directory = directories.get(space);
    if (directory === undefined) {
      directory = readDirectory(space);
      directories.set(space, directory);
      directory.catch(() => directories.delete(space));
    }
    return directory;
  };

  return {
    async find(space, hashes) {
      const directory = await directoryOf(space);
      const wanted = new Map<string, string[]>();
      for (const hash of hashes) {
        const place = directory.get(hash);
        if (place !== undefined) wanted.set(place.key, [...(wanted.get(place.key) ?? []), hash]);
      }
      const found = new Map<string, Float32Array>();
      const db = await openDatabase();
      for (const [key, those] of wanted) {
        const block = await db.get('vectors', key);
        if (block === undefined) continue;
        for (const hash of those) {
          const row = directory.get(hash)?.row ?? -1;
          if (block.hashes[row] === hash) found.set(hash, rowOf(block, row));
        }
      }
      return found;
    },
    async has(space, hashes) {
      const directory = await directoryOf(space);
      return new Set(hashes.filter((hash) => directory.has(hash)));
    },
    async add(space, block) {
      const directory = await directoryOf(space);
      const key = crypto.randomUUID();
      const db = await openDatabase();
      await db.put('vectors', { key, model: space, ...block });
      block.hashes.forEach((hash, row) => directory.set(hash, { key, row }));
    },
    async *blocks(space) {
      const db = await openDatabase();
      for (const key of await db.getAllKeysFromIndex('vectors', 'by-model', space)) {
        const block = await db.get('vectors', key);
        if (block !== undefined) yield block satisfies VectorBlock;
      }
    },
    async spaces() {
      const totals = new Map<string, { space: string; vectors: number; bytes: number }>();
      const db = await openDatabase();
      for await (const { value } of db.transaction('vectors').store) {
        const total = totals.get(value.model) ?? { space: value.model, vectors: 0, bytes: 0 };
        total.vectors += value.hashes.length;
        total.bytes += value.vectors.byteLength;
        totals.set(value.model, total);
      }
      return [...totals.values()].sort((a, b) => (a.space < b.space ? -1 : 1));
    },
    async remove(space) {
      directories.delete(space);
      const db = await openDatabase();
      const transaction = db.transaction('vectors', 'readwrite');
      for (const key of await transaction.store.index('by-model').getAllKeys(space)) {
        await transaction.store.delete(key);
      }
      await transaction.done;
    },
  };
}

async function readDirectory(space: string): Promise<Map<string, { key: string; row: number }>> {
  const directory = new Map<string, { key: string; row: number }>();
  const db = await openDatabase();
  for await (const { value } of db.transaction('vectors').store.index('by-model').iterate(space)) {
    value.hashes.forEach((hash, row) => directory.set(hash, { key: value.key, row }));
  }
  return directory;
}
