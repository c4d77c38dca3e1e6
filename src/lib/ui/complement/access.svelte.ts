import { z } from 'zod';
import { openDatabase } from '$lib/data/db';
import { getSetting, setSetting } from '$lib/data/settings';
import { idbSecrets } from '$lib/llm/keys/idb-secrets';
import { Keyring } from '$lib/llm/keys/keyring';
import { forgetAll, keepKeys, unlockKeys } from '$lib/llm/keys/vault';
import { NOTED_PRICES } from '$lib/llm/noted-prices';
import { priceSchema, type Price } from '$lib/llm/prices';
import { redact } from '$lib/llm/redact';
import type { Access as RunAccess } from '$lib/llm/run/requests';
import { siteRoot } from './client';

const secrets = idbSecrets(openDatabase);

/** Keys and prices of this session. Keys live in a private ring: the state that Svelte sees holds origins only. */
class Access {
  readonly #ring = new Keyring();
  /** The origins that have a key now. */
  origins: string[] = $state.raw([]);
  /** The origins whose sealed key is stored. */
  sealed: string[] = $state.raw([]);
  prices: Price[] = $state.raw([...NOTED_PRICES]);

  async open(): Promise<void> {
    this.sealed = await secrets.names().catch(() => []);
    this.prices = (await getSetting('prices', z.array(priceSchema)).catch(() => null)) ?? this.prices;
  }

  setKey(url: string, key: string): void {
    this.#ring.set(url, key);
    this.origins = this.#ring.origins();
  }

  keyFor = (url: string): string | null => this.#ring.get(url);

  hasKey = (url: string): boolean => this.origins.length > 0 && this.#ring.has(url);

  /** Whether a text holds one of the keys in memory, in any spelling: such a text is never stored. */
  isIn = (text: string): boolean =>
    Object.values(this.#ring.forWorker()).some((key) => redact(text, key) !== text);

  async keep(passphrase: string): Promise<void> {
    await keepKeys(this.#ring, secrets, passphrase, crypto);
    this.sealed = await secrets.names();
  }

  async unlock(passphrase: string): Promise<void> {
    await unlockKeys(this.#ring, secrets, passphrase, crypto);
    this.origins = this.#ring.origins();
  }

  async forgetAll(): Promise<void> {
    await forgetAll(this.#ring, secrets).catch(() => undefined);
    this.origins = [];
    this.sealed = await secrets.names().catch(() => []);
  }

  async setPrices(prices: Price[]): Promise<void> {
    this.prices = prices;
    await setSetting('prices', prices).catch(() => undefined);
  }

  /** All that a run may use but the models in this browser, which the desks know. */
  forRun(): Omit<RunAccess, 'browser' | 'encoder'> {
    return {
      keys: this.#ring.forWorker(),
      prices: [...this.prices],
      pageOrigin: window.location.origin,
      base: siteRoot(),
    };
  }
}

export const access = new Access();
