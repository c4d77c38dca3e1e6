/** Small Blobs cost the browser more than the bytes in them do. */
const PIECE = 8 << 20;

/** Bytes gathered into a Blob piece by piece: the browser may move pieces to disk, so memory stays bounded. */
export class BlobCollector {
  #blobs: Blob[] = [];
  #parts: BlobPart[] = [];
  #held = 0;
  size = 0;

  /** `sealed` is told when the parts added since were copied: their buffers may be given away then. */
  constructor(readonly sealed: (() => void) | null = null) {}

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.#parts.push(bytes);
    this.#held += bytes.length;
    this.size += bytes.length;
    if (this.#held >= PIECE) this.#seal();
  }

  take(): Blob {
    this.#seal();
    return new Blob(this.#blobs);
  }

  #seal(): void {
    this.#blobs.push(new Blob(this.#parts));
    this.#parts = [];
    this.#held = 0;
    this.sealed?.();
  }
}
