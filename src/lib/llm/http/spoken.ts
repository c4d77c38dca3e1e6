import { openTail, redact } from '../redact';

/** Tells a growing text's new parts, free of the key: an end that may be the key's beginning waits. */
export class Spoken {
  #told = 0;
  #from = 0;

  constructor(
    readonly key: string | null,
    /** A new part, and the count of characters told before it: 0 begins a new text. */
    readonly tell: ((part: string, from: number) => void) | null,
  ) {}

  /** `whole` is the text so far; it only grows. */
  grow(whole: string, ended = false): void {
    if (!this.tell) return;
    const rest = whole.slice(this.#told);
    const upTo = ended ? rest.length : openTail(rest, this.key);
    const part = redact(rest.slice(0, upTo), this.key);
    if (part === '') return;
    this.tell(part, this.#from);
    this.#told += upTo;
    this.#from += part.length;
  }
}
