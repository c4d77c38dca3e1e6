/** API keys in memory, each bound to the origin it was entered for. Never serialised. */
export class Keyring {
  readonly #keys = new Map<string, string>();

  /** Keeps a key for the origin of an endpoint's URL. */
  set(url: string, key: string): void {
    const trimmed = key.trim();
    if (trimmed === '') this.#keys.delete(originOf(url));
    else this.#keys.set(originOf(url), trimmed);
  }

  /** The key of this URL's origin, and of no other. */
  get(url: string): string | null {
    return this.#keys.get(originOf(url)) ?? null;
  }

  has(url: string): boolean {
    return this.#keys.has(originOf(url));
  }

  forgetAll(): void {
    this.#keys.clear();
  }

  /** The origins that have a key, sorted. */
  origins(): string[] {
    return [...this.#keys.keys()].sort();
  }

  /** Keys by origin, for the one message to the worker that makes the calls. */
  forWorker(): Record<string, string> {
    return Object.fromEntries(this.#keys);
  }

  toJSON(): string {
    return `[${this.#keys.size} keys]`;
  }
}

/** `https://host:port` of a URL; the text itself when it is no URL. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);
