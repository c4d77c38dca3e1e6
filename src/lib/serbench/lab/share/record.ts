import { crc32 } from '../../reading/crc32';

/** The version that this code writes. A newer one is read as far as its lines are known. */
export const SHARE_VERSION = 1;

/** A line of a shared draft: a kind and its values. */
export type ShareRecord = [kind: string, ...values: unknown[]];

/** A short check value of a text. */
export const checkOf = (text: string) => (crc32(new TextEncoder().encode(text)) & 0xffffff).toString(36);

/** One record as a line that carries its own check. */
export function printRecord(record: ShareRecord): string {
  const text = JSON.stringify(record);
  return `${text}\t${checkOf(text)}`;
}

/** The record of a line, or null when the line is damaged. */
export function readRecord(line: string): ShareRecord | null {
  const tab = line.lastIndexOf('\t');
  const text = line.slice(0, tab);
  if (tab < 0 || checkOf(text) !== line.slice(tab + 1)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && typeof value[0] === 'string' ? (value as ShareRecord) : null;
  } catch {
    return null;
  }
}

/** Tells pools apart: the same ids in the same order give the same mark. */
export const poolMark = (ids: readonly string[]): string => checkOf(ids.join('\n'));
