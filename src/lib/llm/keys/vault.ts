import { open, seal, WrongPassphrase, type Sealed } from './seal';
import type { Keyring } from './keyring';

/** Where sealed keys lie: the `secrets` store of the site's database. */
export interface SecretStore {
  names(): Promise<string[]>;
  get(name: string): Promise<Sealed | null>;
  put(name: string, sealed: Sealed): Promise<void>;
  clear(): Promise<void>;
}

/** Seals every key of the ring under one passphrase. Opt-in: nothing is stored unless this is called. */
export async function keepKeys(
  ring: Keyring,
  store: SecretStore,
  passphrase: string,
  crypto: Crypto,
): Promise<number> {
  for (const origin of ring.origins()) {
    const key = ring.get(origin);
    if (key !== null) await store.put(origin, await seal(crypto, origin, key, passphrase));
  }
  return ring.origins().length;
}

/**
 * Opens into the ring every stored key that the passphrase opens, and gives their origins: keys kept in different
 * sessions may lie under different passphrases. Rejects with WrongPassphrase when it opens none of them.
 */
export async function unlockKeys(
  ring: Keyring,
  store: SecretStore,
  passphrase: string,
  crypto: Crypto,
): Promise<string[]> {
  const opened: [string, string][] = [];
  let refused: WrongPassphrase | null = null;
  for (const origin of await store.names()) {
    const sealed = await store.get(origin);
    if (!sealed) continue;
    try {
      opened.push([origin, await open(crypto, origin, sealed, passphrase)]);
    } catch (error) {
      if (!(error instanceof WrongPassphrase)) throw error;
      refused = error;
    }
  }
  if (opened.length === 0 && refused) throw refused;
  for (const [origin, key] of opened) ring.set(origin, key);
  return opened.map(([origin]) => origin);
}

/** Forgets the keys of memory and of storage. */
export async function forgetAll(ring: Keyring, store: SecretStore): Promise<void> {
  ring.forgetAll();
  await store.clear();
}
