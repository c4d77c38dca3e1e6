import { record, type Loose } from '../loose';
import type { StreamRead, WireError, WireRead, WireReply } from '../wire';
import { wireError } from './error';

/** What all answers that come in pieces have in common: an error spoils them, and no piece at all is an error. */
export abstract class Collected implements StreamRead {
  protected readonly reply: WireReply = {
    text: '',
    finish: 'unknown',
    usage: { input: null, output: null, cached: null },
    model: null,
  };
  /** Pieces of an answer so far. */
  protected pieces = 0;
  #error: WireError | null = null;

  /** What an answer is made of, for the message that there was none. */
  constructor(readonly made: string) {}

  text = (): string => this.reply.text;

  push(event: unknown): void {
    this.#error = wireError(event) ?? this.#error;
    this.take(record(event));
  }

  /** An error in a part of an event; the first one counts. */
  protected fail(error: WireError): void {
    this.#error ??= error;
  }

  /** Adds what an event holds to the reply. */
  protected abstract take(event: Loose): void;

  end(): WireRead {
    if (this.#error) return { ok: false, error: this.#error };
    if (this.pieces > 0) return { ok: true, reply: this.reply };
    return { ok: false, error: { message: `The answer holds no ${this.made}.`, code: 'no-choice' } };
  }
}

/** Reads a body that came whole as a stream of one event. */
export function readWhole(stream: StreamRead, body: unknown): WireRead {
  stream.push(body);
  return stream.end();
}
