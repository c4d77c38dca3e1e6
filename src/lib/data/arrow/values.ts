import { DataType, TimeUnit, type Vector } from 'apache-arrow';
import type { CellValue } from '../tables/spec';

/** Reads one cell as a plain value. */
export type ReadCell = (index: number) => CellValue;

/** Whole numbers stay exact: a number while it is a safe integer, its digits beyond. */
export const plainInteger = (value: bigint): number | string =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value.toString();

/** Digits of doubles that survive: a longer decimal stays text. */
const MAX_DIGITS = 15;

/** A decimal from its 128 bits (four little-endian words, two's complement). */
export function plainDecimal(words: ArrayLike<number>, scale: number): number | string {
  let value = 0n;
  for (let i = words.length - 1; i >= 0; i -= 1) value = (value << 32n) | BigInt((words[i] ?? 0) >>> 0);
  value = BigInt.asIntN(32 * words.length, value);
  if (scale === 0) return plainInteger(value);
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0');
  const text = `${negative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return digits.replace(/^0+/, '').length <= MAX_DIGITS ? Number(text) : text;
}

const MICROSECONDS_PER: Record<TimeUnit, bigint> = {
  [TimeUnit.SECOND]: 1_000_000n,
  [TimeUnit.MILLISECOND]: 1000n,
  [TimeUnit.MICROSECOND]: 1n,
  [TimeUnit.NANOSECOND]: 1n,
};

const pad = (value: number, width: number) => String(value).padStart(width, '0');

function clock(microseconds: bigint): string {
  const seconds = Number(microseconds / 1_000_000n);
  const part = Number(microseconds % 1_000_000n);
  const text = `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
  return part === 0 ? text : `${text}.${pad(part, 6)}`;
}

function moment(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime())
    ? String(milliseconds)
    : date.toISOString().replace('T', ' ').replace('Z', '');
}

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/**
 * A reader for one column, chosen by its type once: every value comes out as number, string, boolean or null, never
 * as BigInt, Decimal, Date or an Arrow object. Lists, structs and maps come as JSON text.
 */
export function cellReader(vector: Vector): ReadCell {
  const read = plainReader(vector);
  return (index) => {
    const value = read(index);
    if (value === null || value === undefined) return null;
    if (typeof value === 'object') return JSON.stringify(value);
    return value;
  };
}

type Plain = CellValue | undefined | Plain[] | { [key: string]: Plain };

function plainReader(vector: Vector): (index: number) => Plain {
  const { type } = vector;
  const raw = (index: number): unknown => vector.get(index);
  const present =
    <T>(read: (value: T) => Plain) =>
    (index: number): Plain => {
      const value = raw(index);
      return value === null || value === undefined ? null : read(value as T);
    };
  if (DataType.isNull(type)) return () => null;
  if (DataType.isUtf8(type) || DataType.isBool(type)) return (index) => raw(index) as CellValue;
  if (DataType.isInt(type)) {
    return present<number | bigint>((value) => (typeof value === 'bigint' ? plainInteger(value) : value));
  }
  if (DataType.isFloat(type))
    return present<number>((value) => (Number.isFinite(value) ? value : String(value)));
  if (DataType.isDecimal(type)) {
    return present<ArrayLike<number>>((words) => plainDecimal(words, type.scale));
  }
  if (DataType.isDate(type)) return present<number | Date>((value) => moment(Number(value)).slice(0, 10));
  if (DataType.isTimestamp(type)) return present<number | Date>((value) => moment(Number(value)));
  if (DataType.isTime(type)) {
    return present<number | bigint>((value) => {
      const nanoseconds = type.unit === TimeUnit.NANOSECOND ? 1000n : 1n;
      return clock((BigInt(value) * MICROSECONDS_PER[type.unit as TimeUnit]) / nanoseconds);
    });
  }
  if (DataType.isBinary(type)) return present<Uint8Array>(hex);
  if (DataType.isDictionary(type)) return present<string | number>((value) => value);
  if (DataType.isList(type) || DataType.isFixedSizeList(type)) {
    return present<Vector>((list) => {
      const read = plainReader(list);
      return Array.from({ length: list.length }, (_, i) => read(i));
    });
  }
  if (DataType.isStruct(type)) {
    const fields = type.children.map((field, i) => {
      const child = vector.getChildAt(i);
      return [field.name, child ? plainReader(child) : () => null] as const;
    });
    return (index) =>
      raw(index) === null ? null : Object.fromEntries(fields.map(([name, read]) => [name, read(index)]));
  }
  if (DataType.isMap(type)) {
    return present<Iterable<[unknown, unknown]>>((map) =>
      Object.fromEntries([...map].map(([key, value]) => [String(key), plainLoose(value)])),
    );
  }
  return present<unknown>((value) => plainLoose(value));
}

/** A value of a type that has no reader of its own (intervals, unions, map values). */
function plainLoose(value: unknown): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return plainInteger(value);
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Int32Array) return [...value].join(' ');
  return String(value);
}
