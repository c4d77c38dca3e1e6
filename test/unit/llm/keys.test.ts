import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Keyring } from '$lib/llm/keys/keyring';
import { open, seal, WrongPassphrase, type Sealed } from '$lib/llm/keys/seal';
import { forgetAll, keepKeys, unlockKeys, type SecretStore } from '$lib/llm/keys/vault';
import { keyWarning, openTail, redact, redactDeep } from '$lib/llm/redact';

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
    // A second session, another passphrase: each opens its own keys.
    const second = new Keyring();
    second.set('https://y.example', 'second-key-of-mine');
    await keepKeys(second, store, 'second', crypto);
    const third = new Keyring();
    expect(await unlockKeys(third, store, 'second', crypto)).toEqual(['https://y.example']);
    expect(await unlockKeys(third, store, 'passphrase', crypto)).toEqual(['https://x.example']);
    expect(third.origins()).toEqual(['https://x.example', 'https://y.example']);
    await expect(unlockKeys(third, store, 'neither', crypto)).rejects.toThrow(WrongPassphrase);
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
  it.each([
    ['escaped slashes', KEY.replaceAll('/', '\\/')],
    ['unicode escapes', KEY.replaceAll('=', '\\u003d').replaceAll('/', '\\u002F')],
    ['a string inside a string', JSON.stringify(JSON.stringify({ key: KEY.replaceAll('=', '\\u003d') }))],
    ['percent encoding of some', KEY.replaceAll('/', '%2f')],
  ])('blanks %s', (_, text) => {
    const left = redact(text, KEY);
    expect(left).toContain('[key]');
    expect(left).not.toContain('SENTINEL');
  });
  it('leaves a key that is too short, and warns of it', () => {
    expect(redact('{"ids":["E1"]}', '1')).toBe('{"ids":["E1"]}');
    expect(keyWarning('1')).toContain('1 characters');
    expect([keyWarning(null), keyWarning(''), keyWarning('12345678')]).toEqual([null, null, null]);
    expect(redact('x 12345678', '12345678')).toBe('x [key]');
  });
  it('holds back an end that may be the key’s beginning', () => {
    expect(openTail('abc sk-SENT', KEY)).toBe(4);
    expect(openTail('abc sk-x', KEY)).toBe(8);
    expect(openTail(`abc ${KEY}`, KEY)).toBe(4 + KEY.length);
    expect(openTail('abc sk-SENTINEL-key\\/', KEY)).toBe(4);
    expect(openTail('abc s', 's')).toBe(5);
  });
  it('blanks in every string of a value, names included', () => {
    expect(redactDeep({ [KEY]: [1, null, { a: KEY }] }, KEY)).toEqual({ '[key]': [1, null, { a: '[key]' }] });
  });
});
