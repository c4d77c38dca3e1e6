import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { quietTask } from '$lib/serbench/task';
import { FaultList } from '$lib/serbench/fault';
import { readJsonLines } from '$lib/serbench/reading/json-lines';
import { splitLines } from '$lib/serbench/reading/lines';
import { bytesOf, places, readLines, streamOf } from '../../../helpers/read';

const join = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));
const gz = (text: string) => new Uint8Array(gzipSync(text));
const values = (read: { rows: { value: unknown }[] }) => read.rows.map((row) => row.value);
const summary = async (...args: Parameters<typeof readLines>) => {
  const read = await readLines(...args);
  return { values: values(read), lines: read.rows.map((row) => row.line), faults: places(read.faults) };
};

describe('line ends and byte order marks', () => {
  test.each([
    ['BOM and LF', '\ufeff{"a":1}\n{"a":2}\n', [1, 2], 1],
    ['CRLF without a last newline', '{"a":1}\r\n{"a":2}', [1, 2], 0],
    ['blank lines', '\n{"a":1}\n  \n\r\n{"a":2}\n\n', [2, 5], 0],
    ['a string with U+2028', '{"a":"x\u2028y"}\n{"a":2}', [1, 2], 0],
  ])('%s, whole and one byte at a time', async (_, text, lines, warnings) => {
    for (const piece of [1, 1000]) {
      const read = await readLines(streamOf(bytesOf(text), piece));
      expect(read.rows.map((row) => row.line)).toEqual(lines);
      expect(read.list).toMatchObject({ errors: 0, warnings });
    }
  });

  test('a BOM inside the file is an error at its line: two files joined', async () => {
    const { faults } = await summary('{"a":1}\n{"a":2}\n{"a":3}\n\ufeff{"a":4}\n{"a":5}');
    expect(faults).toEqual([{ line: 4, column: 1, path: '', code: 'byte-order-mark', value: '\\ufeff' }]);
  });
});

describe('UTF-8', () => {
  test.each([
    ['a stray byte', [0xff], 'ff 22 7d 0a'],
    ['Latin-1', [0xe9], 'e9 22 7d 0a'],
    ['a surrogate half', [0xed, 0xa0, 0x80], 'ed a0 80 22'],
    ['an overlong form', [0xc0, 0xaf], 'c0 af 22 7d'],
    ['a cut sequence', [0xe2, 0x82], 'e2 82 22 7d'],
  ])('%s is refused at its line and column', async (_, bytes, value) => {
    const file = join(
      bytesOf('{"a":1}\n{"\u00e9\u{1f600}":"'),
      new Uint8Array(bytes),
      bytesOf('"}\n{"a":3}'),
    );
    const read = await summary(file);
    // Columns count UTF-16 units: the emoji is two.
    expect(read.faults).toEqual([
      { line: 2, column: 9, path: '', code: 'not-utf8', value: value.replace(/ 0a$/, '') },
    ]);
    expect(read.lines).toEqual([1, 3]);
  });
});

describe('files of another kind', () => {
  test.each([
    ['a JSON array', '[{"a":1},\n{"a":2}]', 1, 'json-array'],
    ['a JSON array after a blank line', '\n[\n{"a":1}\n]', 2, 'json-array'],
    ['an object over several lines', '{\n  "a": 1\n}', 1, 'json-spread'],
  ])('%s is one fault, not one a line', async (_, text, line, code) => {
    const { faults, values } = await summary(text);
    expect(values).toEqual([]);
    expect(faults.map((fault) => [fault.line, fault.code])).toEqual([[line, code]]);
  });

  test.each([
    ['ZIP', [0x50, 0x4b, 3, 4], /ZIP/],
    ['PNG', [0x89, 0x50, 0x4e, 0x47], /PNG/],
    ['Parquet', [0x50, 0x41, 0x52, 0x31], /Parquet/],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00], /UTF-16/],
    ['unknown bytes', [0x01, 0x02, 0x00], /byte 3 is NUL/],
  ])('%s is refused by name', async (_, bytes, hint) => {
    const { faults } = await readLines(new Uint8Array([...bytes, 1, 2, 3]));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({
      line: 1,
      code: 'binary-file',
      hint: expect.stringMatching(hint) as string,
    });
  });
});

describe('gzip', () => {
  const text = Array.from({ length: 300 }, (_, i) =>
    JSON.stringify({ a: i, text: `${i * 7919}`.repeat(40) }),
  ).join('\n');
  const two = join(gz('{"a":1}\n{"a":2}\n'), gz('{"a":3}\n'), gz(''), gz('{"a":4}'));

  test('is known by its magic bytes, whatever the name', async () => {
    expect((await summary(gz(text))).lines).toHaveLength(300);
  });

  test.each([1, 7, 100_000])('joined members are read as one file, in pieces of %i', async (piece) => {
    const read = await summary(streamOf(two, piece));
    expect(read).toMatchObject({ lines: [1, 2, 3, 4], faults: [] });
    expect(await summary(two)).toEqual(read);
  });

  test('a record across two members is whole', async () => {
    expect((await summary(join(gz('{"a":'), gz('1}')))).values).toEqual([{ a: 1 }]);
  });

  test.each([1, 5, 20, 200])('cut by %i bytes: the records before it, then the fault', async (cut) => {
    const whole = gz(text);
    for (const source of [() => whole.slice(0, -cut), () => streamOf(whole.slice(0, -cut), 64)]) {
      const read = await readLines(source());
      expect(read.faults.at(-1)).toMatchObject({ severity: 'error', code: 'gzip-truncated' });
      expect(read.rows.map((row) => row.line)).toEqual(read.rows.map((_, i) => i + 1));
    }
  });

  test('a damaged checksum is refused, also of a member in the middle', async () => {
    const bad = gz('{"a":1}\n');
    bad[bad.length - 6]! ^= 0xff;
    for (const file of [bad, join(gz('{"a":0}\n'), bad, gz('{"a":2}\n'))]) {
      expect((await readLines(file)).faults.at(-1)?.code).toBe('gzip-damaged');
      expect((await readLines(streamOf(file, 3))).faults.at(-1)?.code).toBe('gzip-damaged');
    }
  });

  test.each([1, 2, 3, 4, 17, 18, 19, 40])(
    '%i stray bytes after the last member are called that',
    async (n) => {
      const stray = new Uint8Array(n).map((_, i) => 65 + i);
      for (const file of [join(gz('{"a":1}\n'), stray), join(gz('{"a":0}\n'), gz('{"a":1}\n'), stray)]) {
        expect((await readLines(file)).faults.at(-1)?.code).toBe('gzip-trailing');
        expect((await readLines(streamOf(file, 5))).faults.at(-1)?.code).toBe('gzip-trailing');
      }
    },
  );

  test('bytes after the last member are refused', async () => {
    const file = join(gz('{"a":1}\n'), bytesOf('garbage behind it'));
    expect((await readLines(file)).faults.map((fault) => fault.code)).toEqual(['gzip-trailing']);
    expect((await readLines(streamOf(file, 4))).faults.map((fault) => fault.code)).toEqual(['gzip-trailing']);
  });

  test('gzip inside gzip is refused by name', async () => {
    const { faults } = await readLines(new Uint8Array(gzipSync(gz('{"a":1}'))));
    expect(faults[0]).toMatchObject({
      code: 'binary-file',
      hint: expect.stringMatching(/gzip inside gzip/) as string,
    });
  });
});

describe('size', () => {
  const endless = async function* (piece: Uint8Array, times: number) {
    for (let i = 0; i < times; i += 1) yield Promise.resolve(piece);
  };

  test('a line over the limit is told and skipped; the next one is read', async () => {
    const chunks = [bytesOf('ab\n'), bytesOf('cdefgh'), bytesOf('ijk\nlm'), bytesOf('\nno')];
    const lines: (string | null)[] = [];
    const source = (async function* () {
      for (const chunk of chunks) yield Promise.resolve(chunk);
    })();
    for await (const { bytes } of splitLines(source, 5)) lines.push(bytes && new TextDecoder().decode(bytes));
    expect(lines).toEqual(['ab', null, 'lm', 'no']);
  });

  test('a 200 MB line without end is refused with its line number, in bounded memory', async () => {
    const piece = new Uint8Array(1 << 20).fill(120);
    const before = process.memoryUsage().arrayBuffers;
    let largest = 0;
    const found: { line: number; bytes: Uint8Array | null }[] = [];
    const source = (async function* () {
      yield bytesOf('{"a":1}\n');
      for await (const one of endless(piece, 200)) {
        largest = Math.max(largest, process.memoryUsage().arrayBuffers - before);
        yield one;
      }
    })();
    for await (const line of splitLines(source)) found.push(line);
    expect(found.map(({ line, bytes }) => [line, bytes === null])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(largest).toBeLessThan(160 * 2 ** 20);
  });

  test('a gzip bomb is refused and its cancel is heard', async () => {
    const bomb = new Uint8Array(gzipSync(new Uint8Array(96 * 2 ** 20).fill(32)));
    const { faults } = await readLines(bomb);
    expect(faults.map(({ line, code }) => [line, code])).toEqual([[1, 'line-too-long']]);

    const stop = new AbortController();
    const lines = new Uint8Array(gzipSync('{"a":1}\n'.repeat(400_000)));
    const rows = readJsonLines(new Blob([lines]), 'x', new FaultList(), quietTask(stop.signal));
    let read = 0;
    const reading = (async () => {
      for await (const _ of rows) if (++read === 1000) stop.abort(new Error('stopped'));
    })();
    await expect(reading).rejects.toThrow('stopped');
    expect(read).toBeLessThan(40_000);
  });
});
