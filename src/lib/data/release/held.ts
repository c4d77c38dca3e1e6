import { reach, type PieceStore } from './pieces';

/** Written at once: small enough to lose, large enough that writing costs little. */
const PIECE = 128 << 10;

/** What names a file. */
export interface FileKey {
  sha256: string;
  bytes: number;
}

const plainTag = (etag: string) => etag.replace(/^W\//, '');

/** What has arrived of a file, from its start. Every piece is also written down, so that a reload goes on from there. */
export class Held {
  /** Whether pieces are written down: false once the storage has refused one. */
  stored = true;
  /** Whether it came in more than one answer, which could be of different versions of the file. */
  joined = false;
  #all: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;
  #unsaved: Uint8Array<ArrayBuffer>[] = [];
  #unsavedBytes = 0;
  #saving: Promise<void> = Promise.resolve();
  #url = '';
  #etag: string | null = null;

  private constructor(
    readonly sha256: string,
    readonly store: PieceStore,
  ) {}

  get size(): number {
    return this.#size;
  }

  /** Takes up what an earlier visit has left of the file. Storage that refuses only means that nothing is left. */
  static async open({ sha256, bytes }: FileKey, store: PieceStore): Promise<Held> {
    const held = new Held(sha256, store);
    try {
      const pieces = await store.read(sha256);
      if (pieces.length > 0 && (reach(pieces) === 0 || reach(pieces) > bytes)) await store.clear(sha256);
      else {
        for (const piece of pieces) {
          if (piece.from > held.size) break;
          const fresh = piece.bytes.subarray(held.size - piece.from);
          held.#put(fresh);
          held.#url = piece.url;
          held.#etag = piece.etag ?? held.#etag;
        }
      }
    } catch {
      held.stored = false;
    }
    return held;
  }

  /** Notes an answer that is about to be added to; true when it is plainly of another version than what is held. */
  meets(url: string, etag: string | null): boolean {
    const other =
      this.size > 0 &&
      this.#url === url &&
      this.#etag !== null &&
      etag !== null &&
      plainTag(this.#etag) !== plainTag(etag);
    if (!other) {
      this.joined ||= this.size > 0;
      this.#url = url;
      this.#etag = etag;
    }
    return other;
  }

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.#put(bytes);
    this.#unsaved.push(bytes);
    this.#unsavedBytes += bytes.length;
    if (this.#unsavedBytes >= PIECE) void this.save();
  }

  /** Writes down what is not written yet. Never rejects. */
  save(): Promise<void> {
    const parts = this.#unsaved;
    const length = this.#unsavedBytes;
    if (length > 0) {
      this.#unsaved = [];
      this.#unsavedBytes = 0;
      const to = this.size;
      const { sha256 } = this;
      const piece = { sha256, from: to - length, to, bytes: joinParts(parts, length) };
      const place = { url: this.#url, etag: this.#etag };
      this.#saving = this.#saving.then(async () => {
        if (!this.stored) return;
        await this.store.add({ ...piece, ...place }).catch(() => (this.stored = false));
      });
    }
    return this.#saving;
  }

  /** Forgets everything, here and in the storage. */
  async reset(): Promise<void> {
    this.#all = [];
    this.#size = 0;
    this.#unsaved = [];
    this.#unsavedBytes = 0;
    this.joined = false;
    this.#etag = null;
    await this.#saving;
    await this.store.clear(this.sha256).catch(() => undefined);
  }

  blob(): Blob {
    return new Blob(this.#all);
  }

  #put(bytes: Uint8Array<ArrayBuffer>): void {
    this.#all.push(bytes);
    this.#size += bytes.length;
  }
}

function joinParts(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
