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
    const place = this.list.kept.length < this.list.limit ? this.#places.find(path) : null;
    const found = place ? { column: place.start + 1, value: this.text.slice(place.start, place.end) } : {};
    this.add(code, message, { path, hint, severity, ...found });
  }

  /** Whether the number at a path is written as a float (`1.0`, `1e0`), which JavaScript cannot tell from `1`. */
  isFloat(path: Path): boolean {
    const key = path.at(-1);
    if (!this.text.includes('\\u') && !new RegExp(`"${String(key)}"\\s*:\\s*-?\\d+[.eE]`).test(this.text))
      return false;
    const place = this.#places.find(path);
    return place !== null && /[.eE]/.test(this.text.slice(place.start, place.end));
  }
}
