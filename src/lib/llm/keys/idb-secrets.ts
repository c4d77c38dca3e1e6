import type { Db } from '$lib/data/db';
import type { SecretStore } from './vault';

/** The secret store over the site's database. */
export const idbSecrets = (open: () => Promise<Db>): SecretStore => ({
  names: async () => (await open()).getAllKeys('secrets'),
  get: async (name) => (await (await open()).get('secrets', name)) ?? null,
  put: async (name, sealed) => void (await (await open()).put('secrets', { key: name, ...sealed })),
  clear: async () => (await open()).clear('secrets'),
});
