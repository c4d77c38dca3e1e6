import type { Fault, FaultList } from '../fault';
import { cutValue, printPath, type Path } from './json-path';
import { Locator } from './locator';

export interface FaultDetail {
  path?: Path;
  column?: number;
  value?: string;
  hint?: string | undefined;
  severity?: Fault['severity'];
}

/** Adds faults of one file, located at the row that is being read. */
export class RowFaults {
  line = 1;
  #text = '';
  #places = new Locator('');
  readonly #floats = new Map<string, boolean>();
  /** The row as it stands in the file. */
  bytes: Uint8Array = new Uint8Array(0);

  constructor(
    private readonly list: FaultList,
    private readonly file: string,
  ) {}

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.#places = new Locator(text);
    this.#floats.clear();
  }

  /** The number of errors so far: a reader compares it to know whether a row is sound. */
  get errors(): number {
    return this.list.errors;
  }

  add(code: string, message: string, detail: FaultDetail = {}): void {
    this.list.add({
      file: this.file,
      line: this.line,
      ...(detail.column === undefined ? {} : { column: detail.column }),
      path: printPath(detail.path ?? []),
      code,
      value: cutValue(detail.value ?? ''),
      message,
      ...(detail.hint === undefined ? {} : { hint: detail.hint }),
      severity: detail.severity ?? 'error',
    });
  }

  /** Locates the value at a path in the row's text: its column, and its own spelling as the fault's value. */
  at(path: Path, code: string, message: string, hint?: string, severity: Fault['severity'] = 'error'): void {
    // Beyond the limit faults are only counted.
    const place = this.list.keeps(severity) ? this.#places.find(path) : null;
    const found = place ? { column: place.start + 1, value: this.text.slice(place.start, place.end) } : {};
    this.add(code, message, { path, hint, severity, ...found });
  }

  /** Whether the number at a path is written as a float (`1.0`, `1e0`), which JavaScript cannot tell from `1`. */
  isFloat(path: Path): boolean {
    // Most rows hold no such number at that key: one look at the whole row, however many groups ask.
    if (!this.#mayHoldFloat(String(path.at(-1)))) return false;
    const place = this.#places.find(path);
    return place !== null && /[.eE]/.test(this.text.slice(place.start, place.end));
  }

  /** Whether some member of that name is written as a float, or the row's keys may be spelt with escapes. */
  #mayHoldFloat(key: string): boolean {
    const known = this.#floats.get(key);
    if (known !== undefined) return known;
    const found = this.text.includes('\\u') || new RegExp(`"${key}"\\s*:\\s*-?\\d+[.eE]`).test(this.text);
    this.#floats.set(key, found);
    return found;
  }
}
