/** Lines of a byte stream, whatever way it is split: decodes across chunk borders, ends lines at LF, CR or CRLF. */
export class LineReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #skipLineFeed = false;

  /** The lines that this chunk completes. */
  push(chunk: Uint8Array): string[] {
    return this.#split(this.#decoder.decode(chunk, { stream: true }));
  }

  /** The last line, when the stream ended without a line end. */
  end(): string[] {
    const lines = this.#split(this.#decoder.decode());
    if (this.#rest !== '') lines.push(this.#rest);
    this.#rest = '';
    return lines;
  }

  #split(text: string): string[] {
    const lines: string[] = [];
    for (const char of text) {
      if (char === '\n' && this.#skipLineFeed) this.#skipLineFeed = false;
      else if (char === '\n' || char === '\r') {
        lines.push(this.#rest);
        this.#rest = '';
        this.#skipLineFeed = char === '\r';
      } else {
        this.#rest += char;
        this.#skipLineFeed = false;
      }
    }
    return lines;
  }
}
