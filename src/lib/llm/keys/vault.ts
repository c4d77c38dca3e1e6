import { open, seal, type Sealed } from './seal';
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

/** Opens every stored key into the ring. Rejects with WrongPassphrase, then the ring is as before. */
export async function unlockKeys(
  ring: Keyring,
  store: SecretStore,
  passphrase: string,
  crypto: Crypto,
): Promise<string[]> {
  const opened: [string, string][] = [];
  for (const origin of await store.names()) {
    const sealed = await store.get(origin);
    if (sealed) opened.push([origin, await open(crypto, origin, sealed, passphrase)]);
  }
  for (const [origin, key] of opened) ring.set(origin, key);
  return opened.map(([origin]) => origin);
}

/** Forgets the keys of memory and of storage. */
export async function forgetAll(ring: Keyring, store: SecretStore): Promise<void> {
  ring.forgetAll();
  await store.clear();
}
