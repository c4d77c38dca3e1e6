import { openDatabase } from './db';
import { storageFailed } from './storage-error';

/** Token counts kept in the browser by (tokenizer, SHA-256 of the text). */
export interface TokenCache {
  get(keys: readonly string[]): Promise<(number | undefined)[]>;
  put(entries: readonly (readonly [string, number])[]): Promise<void>;
}

export const tokenKey = (tokenizer: string, textHash: string) => `${tokenizer}:${textHash}`;

/** The browser's own cache: one transaction a call. Rejects with `StorageFailed`. */
export const browserTokenCache: TokenCache = {
  async get(keys) {
    try {
      const store = (await openDatabase()).transaction('tokens').store;
      return await Promise.all(keys.map((key) => store.get(key)));
    } catch (error) {
      throw storageFailed(error);
    }
  },
  async put(entries) {
    try {
      const transaction = (await openDatabase()).transaction('tokens', 'readwrite');
      await Promise.all([
        ...entries.map(([key, count]) => transaction.store.put(count, key)),
        transaction.done,
      ]);
    } catch (error) {
      throw storageFailed(error);
    }
  },
};
