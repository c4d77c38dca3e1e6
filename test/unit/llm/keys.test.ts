import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Keyring } from '$lib/llm/keys/keyring';
import { open, seal, WrongPassphrase, type Sealed } from '$lib/llm/keys/seal';
import { forgetAll, keepKeys, unlockKeys, type SecretStore } from '$lib/llm/keys/vault';
import { redact } from '$lib/llm/redact';

const crypto = webcrypto as unknown as Crypto;
const KEY = 'sk-SENTINEL-key/+=';

function memorySecrets(): SecretStore & { rows: Map<string, Sealed> } {
  const rows = new Map<string, Sealed>();
  return {
    rows,
    names: () => Promise.resolve([...rows.keys()]),
    get: (name) => Promise.resolve(rows.get(name) ?? null),
    put: (name, sealed) => Promise.resolve(void rows.set(name, sealed)),
    clear: () => Promise.resolve(rows.clear()),
  };
}

describe('a keyring', () => {
  it('gives a key to its own origin and to no other', () => {
    const ring = new Keyring();
    ring.set('https://api.one.example/v1', ` ${KEY} `);
    expect(ring.get('https://api.one.example/other')).toBe(KEY);
    for (const url of [
      'https://api.two.example',
      'http://api.one.example',
      'https://api.one.example:444',
      'https://api.one.example.evil.example',
    ])
      expect(ring.get(url)).toBeNull();
  });
  it('does not serialise its keys', () => {
    const ring = new Keyring();
    ring.set('https://x.example', KEY);
    expect(JSON.stringify({ ring })).not.toContain(KEY);
    ring.set('https://x.example', '');
    expect(ring.origins()).toEqual([]);
  });
});

describe('sealed keys', () => {
  it('open with the passphrase, and not with another, nor for another endpoint, nor when changed', async () => {
    const sealed = await seal(crypto, 'https://x.example', KEY, 'passphrase');
    expect(new TextDecoder().decode(sealed.cipher)).not.toContain('SENTINEL');
    expect(await open(crypto, 'https://x.example', sealed, 'passphrase')).toBe(KEY);
    await expect(open(crypto, 'https://x.example', sealed, 'other')).rejects.toThrow(WrongPassphrase);
    await expect(open(crypto, 'https://y.example', sealed, 'passphrase')).rejects.toThrow(WrongPassphrase);
    sealed.cipher[0] = (sealed.cipher[0] ?? 0) ^ 1;
    await expect(open(crypto, 'https://x.example', sealed, 'passphrase')).rejects.toThrow(WrongPassphrase);
  });
  it('are kept, unlocked and forgotten', async () => {
    const [ring, store] = [new Keyring(), memorySecrets()];
    ring.set('https://x.example', KEY);
    expect(await keepKeys(ring, store, 'passphrase', crypto)).toBe(1);
    const later = new Keyring();
    await expect(unlockKeys(later, store, 'wrong', crypto)).rejects.toThrow(WrongPassphrase);
    expect(later.origins()).toEqual([]);
    expect(await unlockKeys(later, store, 'passphrase', crypto)).toEqual(['https://x.example']);
    expect(later.get('https://x.example')).toBe(KEY);
    await forgetAll(later, store);
    expect([later.origins(), store.rows.size]).toEqual([[], 0]);
  });
});

describe('redact', () => {
  it('blanks a key in its plain, URL, JSON and base64 forms', () => {
    const text = `${KEY} ${encodeURIComponent(KEY)} ${btoa(KEY)} ${JSON.stringify(KEY)}`;
    expect(redact(text, KEY)).toBe('[key] [key] [key] "[key]"');
    expect(redact('nothing here', null)).toBe('nothing here');
  });
});
