import { isObject, type JsonObject } from './fields';
import type { Path } from './json-path';
import type { RowFaults } from './row-faults';

/**
 * Readers of fields that scoring does not read. A value of another type than expected never refuses a file: it is a
 * warning with its place, and it is carried on in the nearest readable form. Absent and null are fine.
 */

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** A value as a text: itself, digits for a number, JSON for a list or an object. */
export const readable = (value: unknown): string =>
  typeof value === 'string' ? value : isAbsent(value) ? '' : JSON.stringify(value);

/** A text; absent or null is ''. */
export function readText(row: JsonObject, key: string, faults: RowFaults, path: Path = []): string {
  return readOptionalText(row, key, faults, path) ?? '';
}

/** A text; absent or null is undefined. */
export function readOptionalText(
  row: JsonObject,
  key: string,
  faults: RowFaults,
  path: Path = [],
): string | undefined {
  const value = row[key];
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'string') warn(faults, [...path, key], 'a string', 'It is shown as its JSON text.');
  return readable(value);
}

/** A list of texts; absent or null is [], a single value a list of one. */
export function readTexts(row: JsonObject, key: string, faults: RowFaults, path: Path = []): string[] {
  const value = row[key];
  const at = [...path, key];
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) {
    warn(faults, at, 'a list of strings', 'It is read as a list of one.');
    return [readable(value)];
  }
  return value.map((item: unknown, i) => {
    if (typeof item !== 'string') warn(faults, [...at, i], 'a string', 'It is shown as its JSON text.');
    return typeof item === 'string' ? item : JSON.stringify(item);
  });
}

const NUMERAL = /^[+-]?\d+(?:\.\d+)?$/;

/** A whole number; a text of digits is read as its number, anything else as absent. */
export function readInteger(
  row: JsonObject,
  key: string,
  faults: RowFaults,
  path: Path = [],
): number | undefined {
  const value = row[key];
  if (isAbsent(value)) return undefined;
  if (Number.isSafeInteger(value)) return value as number;
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  const number = NUMERAL.test(text) ? Math.trunc(Number(text)) : Number.NaN;
  const read = Number.isSafeInteger(number) ? number : undefined;
  const how = read === undefined ? 'It is left out.' : `It is read as ${read}.`;
  warn(faults, [...path, key], 'a whole number', how);
  return read;
}

/** True or false; "true" and 1 are read as true, "false" and 0 as false, anything else as absent. */
export function readFlag(
  row: JsonObject,
  key: string,
  faults: RowFaults,
  path: Path = [],
): boolean | undefined {
  const value = row[key];
  if (isAbsent(value)) return undefined;
  if (typeof value === 'boolean') return value;
  const word =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  const read = word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : undefined;
  const how = read === undefined ? 'It is left out.' : `It is read as ${read}.`;
  warn(faults, [...path, key], 'true or false', how);
  return read;
}

/** An object; any other value becomes one whose only field is `text`. */
export function readRecord(
  row: JsonObject,
  key: string,
  faults: RowFaults,
  path: Path = [],
): JsonObject | undefined {
  const value = row[key];
  if (isAbsent(value)) return undefined;
  if (isObject(value)) return value;
  warn(faults, [...path, key], 'an object', 'It is kept as a text.');
  return { text: readable(value) };
}

/**
 * A list of objects; absent or null is [], a single value a list of one. An entry that is no object is read as one
 * whose field named `text` has its words, so that they are still seen and the entries after it keep their positions.
 */
export function readObjects<T>(
  row: JsonObject,
  key: string,
  faults: RowFaults,
  path: Path,
  text: string,
  read: (item: JsonObject, faults: RowFaults, path: Path) => T,
): T[] {
  const value = row[key];
  const at = [...path, key];
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) {
    warn(faults, at, 'a list of objects', 'It is read as a list of one.');
    return [read(isObject(value) ? value : { [text]: readable(value) }, faults, at)];
  }
  return value.map((item: unknown, i) => {
    const place = [...at, i];
    if (isObject(item)) return read(item, faults, place);
    warn(faults, place, 'an object', 'It is read as a text.');
    return read({ [text]: readable(item) }, faults, place);
  });
}

const warn = (faults: RowFaults, path: Path, what: string, how: string): void =>
  faults.at(path, 'wrong-type', `This should be ${what}. ${how}`, undefined, 'warning');
