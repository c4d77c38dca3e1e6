import { LineReader } from './lines';

/** The data of server-sent events, or the lines of JSON Lines: one string an event. */
export class EventReader {
  readonly #lines = new LineReader();
  #data: string[] = [];

  constructor(readonly framing: 'sse' | 'json-lines') {}

  push(chunk: Uint8Array): string[] {
    return this.#take(this.#lines.push(chunk));
  }

  /** Some servers leave out the blank line after the last event; it counts all the same. */
  end(): string[] {
    return this.#take([...this.#lines.end(), '']);
  }

  #take(lines: readonly string[]): string[] {
    if (this.framing === 'json-lines') return lines.filter((line) => line.trim() !== '');
    const events: string[] = [];
    for (const line of lines) {
      if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && this.#data.length > 0) {
        events.push(this.#data.join('\n'));
        this.#data = [];
      }
    }
    return events;
  }
}
