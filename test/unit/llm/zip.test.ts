import { zipSync, strToU8, type Zippable } from 'fflate';
import { crc32 as nodeCrc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BundleFile } from '$lib/complement/export/bundle';
import { crc32 } from '$lib/llm/run/crc32';
import { unzipBundle, zipPieces } from '$lib/llm/run/zip';

const SOUND: Record<string, string> = {
  'configuration.json': '{"a":1}\n',
  'run.json': '{}\n',
  'predictions.jsonl': 'é\u{1f600} '.repeat(5000),
  'contexts.jsonl': 'c\n',
  'traces.jsonl': 't\n',
};
const zipOf = (files: Zippable = {}, level: 0 | 6 = 6) =>
  zipSync(
    { ...Object.fromEntries(Object.entries(SOUND).map(([name, text]) => [name, strToU8(text)])), ...files },
    { level },
  );
const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

/** Places of a signature in the bytes: 0x04034b50 local, 0x02014b50 central, 0x06054b50 end. */
function places(bytes: Uint8Array, signature: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length - 3 }, (_, at) => at).filter(
    (at) => view.getUint32(at, true) === signature,
  );
}
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** The zip with a field of the n-th central record set. */
function changed(n: number, field: number, value: number, wide = false, bytes = zipOf()): Uint8Array {
  const at = places(bytes, CENTRAL)[n]!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (wide) view.setUint32(at + field, value, true);
  else view.setUint16(at + field, value, true);
  return bytes;
}

describe('the zip of an exported run', () => {
  it('gives back what was packed, by our packer or another, packed or stored', async () => {
    async function* pieces() {
      for (const [file, text] of Object.entries(SOUND))
        for (const part of [text.slice(0, 3), text.slice(3)])
          yield await Promise.resolve({ file: file as BundleFile, text: part });
    }
    for (const zip of [await zipPieces(pieces()), blob(zipOf()), blob(zipOf({}, 0))])
      expect(Object.fromEntries(await unzipBundle(zip))).toEqual(SOUND);
  });

  it('leaves files alone that are not its own, whatever they are', async () => {
    const more = zipOf({ 'notes.txt': strToU8('x'), '\u{1f600}': strToU8('y'), constructor: strToU8('z') });
    expect((await unzipBundle(blob(more))).size).toBe(5);
  });

  const packed = (bytes: Uint8Array, change: number) => {
    const at = places(bytes, LOCAL)[2]!;
    bytes[at + 30 + 'predictions.jsonl'.length + 20]! ^= change;
    return bytes;
  };
  it.each<[string, () => Uint8Array, string]>([
    ['no zip', () => strToU8('no zip at all, but long enough'), 'no zip'],
    ['nothing', () => new Uint8Array(), 'no zip'],
    ['a cut one', () => zipOf().subarray(0, 200), 'no zip, or it is cut'],
    ['another checksum', () => changed(2, 16, 1, true), 'predictions.jsonl does not fit its checksum'],
    ['a flipped bit of stored text', () => packed(zipOf({}, 0), 1), 'predictions.jsonl does not fit'],
    ['a flipped bit of packed text', () => packed(zipOf(), 255), 'predictions.jsonl'],
    ['an encrypted file', () => changed(2, 8, 1), 'predictions.jsonl in the zip is encrypted'],
    ['another way of packing', () => changed(2, 10, 12), 'packed by method 12'],
    ['a size that is too small', () => changed(2, 24, 10, true), 'longer than the zip states'],
    ['a size that is too large', () => changed(2, 24, 1e6, true), 'shorter than the zip states'],
    ['a packed size beyond the end', () => changed(2, 20, 1e6, true), 'predictions.jsonl is cut'],
    ['a file that is elsewhere', () => changed(2, 42, 7, true), 'not where its list says'],
    [
      '64-bit places',
      () => {
        const bytes = zipOf();
        const at = places(bytes, 0x06054b50)[0]!;
        new DataView(bytes.buffer, bytes.byteOffset).setUint32(at + 16, 0xffffffff, true);
        return bytes;
      },
      'over 4 GB',
    ],
    [
      'text that is not UTF-8',
      () => zipOf({ 'run.json': new Uint8Array([123, 0xff, 125]) }),
      'run.json in the zip is not UTF-8',
    ],
    [
      'text that ends inside a character',
      () => zipOf({ 'run.json': new Uint8Array([123, 0xc3]) }),
      'run.json in the zip is not UTF-8',
    ],
  ])('refuses %s by name', async (_name, make, message) => {
    await expect(unzipBundle(blob(make()))).rejects.toMatchObject({
      name: 'ZipFault',
      message: expect.stringContaining(message),
    });
  });

  it('refuses a name that stands there twice, whichever comes last', async () => {
    const bytes = zipOf({ 'run.jsoN': strToU8('{"other":1}') });
    for (const at of [
      ...places(bytes, LOCAL).map((at) => at + 30),
      ...places(bytes, CENTRAL).map((at) => at + 46),
    ])
      if (new TextDecoder().decode(bytes.subarray(at, at + 8)) === 'run.jsoN') bytes[at + 7] = 110;
    await expect(unzipBundle(blob(bytes))).rejects.toThrow('holds run.json twice');
  });

  it('bounds all of it together, by what is stated before it is unpacked', async () => {
    await expect(unzipBundle(blob(zipOf()), 1000)).rejects.toThrow('more than 0.001 MB');
    const total = Object.values(SOUND).reduce((sum, text) => sum + strToU8(text).length, 0);
    expect((await unzipBundle(blob(zipOf()), total)).size).toBe(5);
    await expect(unzipBundle(blob(zipOf()), total - 1)).rejects.toThrow('Choose another file');
    // Each alone is small enough.
    const two = zipOf({ 'traces.jsonl': strToU8('x'.repeat(total)) });
    await expect(unzipBundle(blob(two), total + 5)).rejects.toThrow('Choose another file');
  });

  it('says which of its files is missing', async () => {
    const bytes = zipSync({ 'run.json': strToU8('{}') });
    await expect(unzipBundle(blob(bytes))).rejects.toThrow('holds no configuration.json');
  });
});

it('crc32 is that of zlib, in pieces too', () => {
  for (const text of ['', 'a', '123456789', 'é'.repeat(1000)]) {
    const bytes = strToU8(text);
    expect(crc32(bytes)).toBe(nodeCrc32(bytes));
    expect(crc32(bytes.subarray(3), crc32(bytes.subarray(0, 3)))).toBe(nodeCrc32(bytes));
  }
});
