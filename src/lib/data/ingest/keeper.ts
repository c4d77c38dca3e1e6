/** Held in memory before it goes to the browser as Blobs: no load of usual size waits for that. */
export const HELD_BYTES = 256 << 20;

interface Kept {
  blobs: Blob[];
  parts: Uint8Array<ArrayBuffer>[];
  size: number;
}

/**
 * Byte sequences by name that become Blobs in the end. Making a Blob costs more than all else that is done with its
 * bytes, so it is put off; memory stays bounded, since what is held is made Blobs of at `limit`.
 */
export class Keeper {
  readonly #kept = new Map<string, Kept>();
  #held = 0;

  constructor(readonly limit = HELD_BYTES) {}

  /** Takes bytes, which must not change afterwards. */
  add(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    const kept = this.#of(name);
    kept.parts.push(bytes);
    kept.size += bytes.length;
    this.#held += bytes.length;
    if (this.#held < this.limit) return;
    for (const one of this.#kept.values()) seal(one);
    this.#held = 0;
  }

  /** Bytes taken so far. */
  size(name: string): number {
    return this.#kept.get(name)?.size ?? 0;
  }

  /** All that was added by that name, which is forgotten. */
  take(name: string): Blob {
    const kept = this.#of(name);
    this.#held -= kept.parts.reduce((sum, part) => sum + part.length, 0);
    this.#kept.delete(name);
    seal(kept);
    return new Blob(kept.blobs);
  }

  #of(name: string): Kept {
    const known = this.#kept.get(name);
    if (known) return known;
    const made: Kept = { blobs: [], parts: [], size: 0 };
    this.#kept.set(name, made);
    return made;
  }
}

function seal(kept: Kept): void {
  if (kept.parts.length === 0) return;
  kept.blobs.push(new Blob(kept.parts));
  kept.parts = [];
}
