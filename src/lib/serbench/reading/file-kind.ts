import { FileError } from './file-error';

const SIGNATURES: [start: number[], kind: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive: unpack it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'Zstandard data: unpack it first'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'XZ data: unpack it first'],
  [[0x42, 0x5a, 0x68], 'bzip2 data: unpack it first'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file: export it as JSON Lines'],
  [[0x1f, 0x8b], 'gzip inside gzip: unpack it once'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0xff, 0xfe], 'UTF-16 text: save it as UTF-8'],
  [[0xfe, 0xff], 'UTF-16 text: save it as UTF-8'],
];

/** Throws a `FileError` when the first bytes of the (inflated) file show that it is no text in UTF-8. */
export function refuseBinary(start: Uint8Array): void {
  const kind = SIGNATURES.find(([bytes]) => bytes.every((byte, i) => start[i] === byte))?.[1];
  const nul = start.subarray(0, 4096).indexOf(0);
  if (kind === undefined && nul === -1) return;
  const hex = [...start.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  throw new FileError(
    'binary-file',
    'This is no JSON Lines file: one JSON object a line, in UTF-8, is expected.',
    hex,
    kind === undefined ? `byte ${nul + 1} is NUL` : `looks like ${kind}`,
  );
}

/** Throws a `FileError` when the first record is the start of a JSON array, or of an object over several lines. */
export function refuseArray(text: string): void {
  const start = text.trim();
  if (start.startsWith('[')) {
    throw new FileError(
      'json-array',
      'This is a JSON array. JSON Lines is expected: one object a line, no brackets or commas around them.',
      '[',
    );
  }
  if (start === '{') {
    throw new FileError(
      'json-spread',
      'This is one JSON object over several lines. JSON Lines is expected: one object on each line.',
      '{',
    );
  }
}
