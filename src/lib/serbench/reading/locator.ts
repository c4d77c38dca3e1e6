import type { Path } from './json-path';
import { JsonSyntaxError, walkJson } from './json-walk';

/** 0-based UTF-16 offsets in a text; `end` is exclusive. */
export interface Place {
  start: number;
  end: number;
}

/** Where the members of one object or array stand: starts and ends in turn. */
interface Members {
  at: Map<string, number> | null;
  places: number[];
}

/**
 * Finds where values stand in a JSON text, by path. Each object or array on the way is walked once however many of its
 * members are asked for, so that a row with a million faulty ids costs one walk and not a million.
 */
export class Locator {
  #members = new Map<string, Members>();
  #whole: Place | null | undefined;

  constructor(private readonly text: string) {}

  /** Where the value at a path stands first, or null when there is none (then the key is missing). */
  find(path: Path): Place | null {
    const last = path.at(-1);
    if (last === undefined) return (this.#whole ??= whole(this.text));
    const parent = path.slice(0, -1);
    const key = JSON.stringify(parent);
    let members = this.#members.get(key);
    if (!members) {
      const container = parent.length === 0 ? { start: 0, end: this.text.length } : this.find(parent);
      if (container === null) return null;
      members = membersOf(this.text.slice(container.start, container.end), container.start);
      this.#members.set(key, members);
    }
    const at = typeof last === 'number' ? (members.at === null ? last : -1) : (members.at?.get(last) ?? -1);
    const [start, end] = members.places.slice(2 * at, 2 * at + 2);
    return at < 0 || start === undefined || end === undefined ? null : { start, end };
  }
}

/** The members of the container that a text holds; of one that breaks off, those before the break. */
function membersOf(text: string, offset: number): Members {
  const keys = text.trimStart().startsWith('[') ? null : new Map<string, number>();
  const places: number[] = [];
  reading(text, (path, start, end) => {
    const [step] = path;
    if (path.length !== 1 || step === undefined || keys?.has(String(step))) return;
    keys?.set(String(step), places.length / 2);
    places.push(offset + start, offset + end);
  });
  return { at: keys, places };
}

function whole(text: string): Place | null {
  let place: Place | null = null;
  reading(text, (path, start, end) => {
    if (path.length === 0) place = { start, end };
  });
  return place;
}

/** Walks as far as the text is JSON. */
function reading(text: string, value: (path: Path, start: number, end: number) => void): void {
  try {
    walkJson(text, { value });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
  }
}
