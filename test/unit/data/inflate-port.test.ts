import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inflatedSource, sendInflated } from '$lib/data/ingest/inflate-port';
import { prepareSplit } from '$lib/data/ingest/prepare';
import { FileError } from '$lib/serbench/reading/file-error';
import { quietTask, type Progress } from '$lib/serbench/task';
import { releaseShaped } from '../../support/split';

const { items } = releaseShaped(30, 5);
const packed = gzipSync(items);
const file = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]);

async function collect(file: Blob, limit?: number): Promise<{ text: string; seen: Progress[] }> {
  const { port1, port2 } = new MessageChannel();
  const seen: Progress[] = [];
  const task = { ...quietTask(), progress: (progress: Progress) => seen.push(progress) };
  const sent = sendInflated(file, port1, quietTask(), limit);
  const parts: Uint8Array[] = [];
  for await (const part of inflatedSource(port2, task).plain()) parts.push(part);
  await sent;
  return { text: Buffer.concat(parts).toString(), seen };
}

const splitFiles = (items: Blob) => ({
  splitKey: 'k',
  items,
  itemsName: 'items',
  itemsSha256: '',
  labels: null,
  labelsName: null,
});

async function prepareBeside(items: Blob) {
  const { port1, port2 } = new MessageChannel();
  const sent = sendInflated(items, port1, quietTask());
  const read = await prepareSplit(splitFiles(items), quietTask(), { inflated: port2 });
  await sent;
  return read;
}

describe('a file inflated by another thread', () => {
  test.each([1, 900_000, undefined])('arrives whole with %s bytes under way at most', async (limit) => {
    expect(items.length).toBeGreaterThan(3_000_000);
    const { text, seen } = await collect(file(packed), limit);
    expect(text).toBe(items);
    expect(seen.at(-1)).toMatchObject({ done: packed.length, total: packed.length, unit: 'bytes' });
  });

  test('joined members and plain files arrive as the reader itself would read them', async () => {
    const joined = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    expect((await collect(file(joined))).text).toBe('one\ntwo\n');
    expect((await collect(new Blob(['plain\n']))).text).toBe('plain\n');
    expect((await collect(new Blob([]))).text).toBe('');
  });

  test('is prepared just as without', async () => {
    const [beside, alone] = [
      await prepareBeside(file(packed)),
      await prepareSplit(splitFiles(file(packed)), quietTask()),
    ];
    if (!beside.ok || !alone.ok) throw new Error('The split was refused.');
    expect(beside.head).toEqual(alone.head);
    const [one, other] = [await beside.content(quietTask().signal), await alone.content(quietTask().signal)];
    expect(await one.text.text()).toBe(await other.text.text());
    expect(one.tables).toEqual(other.tables);
  });

  test('a cut file is a fault at the same line, with the same words', async () => {
    const cut = file(packed.subarray(0, packed.length >> 1));
    const [beside, alone] = [await prepareBeside(cut), await prepareSplit(splitFiles(cut), quietTask())];
    expect(beside.ok).toBe(false);
    expect(beside).toEqual(alone);
    await expect(collect(cut)).rejects.toBeInstanceOf(FileError);
  });

  test('gzip inside gzip is not opened twice', async () => {
    const read = await prepareBeside(file(gzipSync(packed)));
    const alone = await prepareSplit(splitFiles(file(gzipSync(packed))), quietTask());
    expect(read.ok).toBe(false);
    expect(read).toEqual(alone);
  });

  test('a reader that stops leaves the sender waiting until it is cancelled; a cancel ends the reader too', async () => {
    const { port1, port2 } = new MessageChannel();
    const stop = new AbortController();
    const sent = sendInflated(file(packed), port1, quietTask(stop.signal), 1);
    for await (const part of inflatedSource(port2, quietTask()).plain()) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    stop.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    const silent = new MessageChannel();
    const end = new AbortController();
    const waiting = inflatedSource(silent.port1, quietTask(end.signal)).plain().next();
    end.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
