/** A key under a passphrase: PBKDF2-SHA-256 gives an AES-GCM key; the salt and the nonce are fresh each time. */
export interface Sealed {
  salt: Uint8Array;
  iv: Uint8Array;
  cipher: Uint8Array;
}

/** OWASP's figure for PBKDF2 with SHA-256 (2023). */
export const ITERATIONS = 600_000;

/** The passphrase is wrong, or the record was changed. */
export class WrongPassphrase extends Error {
  override name = 'WrongPassphrase';
  constructor() {
    super('The passphrase does not open this key.');
  }
}

/** Encrypts; `name` (the origin) is authenticated, so a sealed key cannot be moved to another endpoint. */
export async function seal(
  crypto: Crypto,
  name: string,
  secret: string,
  passphrase: string,
): Promise<Sealed> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await derive(crypto, passphrase, salt);
  const cipher = await crypto.subtle.encrypt(parameters(iv, name), key, bytes(secret));
  return { salt, iv, cipher: new Uint8Array(cipher) };
}

/** Decrypts; rejects with WrongPassphrase. */
export async function open(
  crypto: Crypto,
  name: string,
  sealed: Sealed,
  passphrase: string,
): Promise<string> {
  const key = await derive(crypto, passphrase, new Uint8Array(sealed.salt));
  try {
    const plain = await crypto.subtle.decrypt(
      parameters(new Uint8Array(sealed.iv), name),
      key,
      new Uint8Array(sealed.cipher),
    );
    return new TextDecoder().decode(plain);
  } catch {
    throw new WrongPassphrase();
  }
}

const bytes = (text: string) => new TextEncoder().encode(text);

const parameters = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytes(name),
});

async function derive(crypto: Crypto, passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', bytes(passphrase), 'PBKDF2', false, ['deriveKey']);
  const recipe = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
  return crypto.subtle.deriveKey(recipe, base, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}
