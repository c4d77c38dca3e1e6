import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { download, type Wanted } from '$lib/data/release/download';
import { DownloadFailed } from '$lib/data/release/download-failed';
import { reach } from '$lib/data/release/pieces';
import { RateMeter } from '$lib/data/release/rate';
import { MemoryPieces } from '../../support/pieces';
import { startReleaseHost, type ReleaseHost } from '../../support/release-host';

const bytes = new Uint8Array(randomBytes(400_000));
const digest = createHash('sha256').update(bytes).digest('hex');
let host: ReleaseHost;
let pieces: MemoryPieces;
beforeEach(() => {
  pieces = new MemoryPieces();
});
beforeAll(async () => {
  host = await startReleaseHost(Object.fromEntries(['a', 'b', 'c'].map((name) => [name, bytes])));
});
afterAll(() => host.close());

const wanted = (mode: string, name = 'a'): Wanted => ({
  path: name,
  url: `${host.url}/${mode}/${name}`,
  bytes: bytes.length,
  sha256: digest,
});
const run = async (what: Wanted, signal = new AbortController().signal) => {
  const progress: number[] = [];
  const pause = () => Promise.resolve();
  const blob = await download(what, { signal, onProgress: ({ done }) => progress.push(done), pieces, pause });
  return { blob, progress };
};
const digestOf = async (blob: Blob) =>
  createHash('sha256')
    .update(new Uint8Array(await blob.arrayBuffer()))
    .digest('hex');
const rising = (values: number[]) => values.every((value, i) => value >= (values[i - 1] ?? 0));

describe('a download', () => {
  test('gives the file once it is whole and right, with progress to the last byte', async () => {
    const { blob, progress } = await run(wanted('ok'));
    expect(await digestOf(blob)).toBe(digest);
    expect(rising(progress)).toBe(true);
    expect(progress.at(-1)).toBe(bytes.length);
  });

  test('a host that unpacks on the way is called that, at the first byte', async () => {
    const records = new TextEncoder().encode('{"state_id":"s"}\n'.repeat(40_000));
    const mirror = await startReleaseHost({ 'items.jsonl.gz': records });
    try {
      const file = { ...wanted('ok'), path: 'items.jsonl.gz', url: `${mirror.url}/ok/items.jsonl.gz` };
      const failed = await run(file).catch((error: unknown) => error);
      expect(failed).toMatchObject({ fault: 'unpacked', resumable: false });
      expect(mirror.log).toHaveLength(1);
    } finally {
      await mirror.close();
    }
  });

  test('goes on by ranges after breaks, and asks only for the rest', async () => {
    // 60% of each answer: 60, 84, 93.6, 97.4% in four attempts, then it is asked again by hand.
    const cut = await run(wanted('cut')).catch((error: unknown) => error);
    expect(cut).toBeInstanceOf(DownloadFailed);
    expect(cut).toMatchObject({ fault: 'cut', resumable: true });
    const ranges = host.log.filter((line) => line.includes('/cut/a'));
    expect(ranges.slice(0, 3)).toEqual([
      'GET /cut/a 200',
      'GET /cut/a 206 bytes=240000-',
      'GET /cut/a 206 bytes=336000-',
    ]);
    const rest = await run({ ...wanted('cut'), url: `${host.url}/cut/a` });
    expect(rest.progress[0]).toBeGreaterThan(389_000);
    expect(await digestOf(rest.blob)).toBe(digest);
  });

  test('passes over what it has when the host knows no ranges', async () => {
    const { blob, progress } = await run(wanted('cut-no-range'));
    expect(rising(progress)).toBe(true);
    expect(await digestOf(blob)).toBe(digest);
  });

  test.each([
    ['404', 'not-found', 'drop it here'],
    ['403', 'refused', 'HTTP 403'],
    ['html', 'page-instead', 'web page'],
    ['wrong', 'wrong-hash', 'Nothing of it was used'],
    ['long', 'too-long', 'longer'],
  ])('%s is named and gives nothing', async (mode, fault, words) => {
    const failed = await run(wanted(mode)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(DownloadFailed);
    expect(failed).toMatchObject({ fault });
    expect((failed as Error).message).toContain(words);
  });

  test('a wrong file that came in one go is not fetched a second time', async () => {
    host.log.length = 0;
    await expect(run(wanted('wrong', 'c'))).rejects.toMatchObject({ fault: 'wrong-hash' });
    expect(host.log).toEqual(['GET /wrong/c 200']);
  });

  test('a first request that is answered by 416 is a refusal like any other, and asked once', async () => {
    host.log.length = 0;
    await expect(run(wanted('416', 'c'))).rejects.toMatchObject({ fault: 'status' });
    expect(host.log).toEqual(['GET /416/c 416']);
  });

  test('a host that does not answer is named', async () => {
    const gone = { ...wanted('ok'), url: 'http://127.0.0.1:1/ok/a' };
    await expect(run(gone)).rejects.toMatchObject({ fault: 'offline-or-cors' });
  });

  test('a cancel ends it at once and keeps what has arrived', async () => {
    const stop = new AbortController();
    const slow = wanted('slow', 'b');
    const progress: number[] = [];
    const first = download(slow, {
      signal: stop.signal,
      onProgress: ({ done }) => {
        progress.push(done);
        if (done > 80_000) stop.abort();
      },
      pieces,
    });
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    const again = await run(slow);
    expect(host.log.at(-1)).toMatch(/206 bytes=8\d{4}-$/);
    expect(again.progress[0]).toBeGreaterThan(80_000);
    expect(await digestOf(again.blob)).toBe(digest);
  });
});

/** A later visit: nothing is left but what the storage holds. */
const brokenOff = async (mode: string, name: string) => {
  const stop = new AbortController();
  const first = download(wanted(mode, name), {
    signal: stop.signal,
    onProgress: ({ done }) => done >= 200_000 && stop.abort(),
    pieces,
  });
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
};

describe('what an earlier visit has left', () => {
  test('is gone on from, asks for the rest only, and is deleted once the file is whole', async () => {
    await brokenOff('slow', 'c');
    const left = reach(await pieces.read(digest));
    expect(left).toBeGreaterThanOrEqual(200_000);
    const { blob, progress } = await run(wanted('ok', 'c'));
    expect(host.log.at(-1)).toBe(`GET /ok/c 206 bytes=${left}-`);
    expect(rising(progress)).toBe(true);
    expect(await digestOf(blob)).toBe(digest);
    expect(pieces.all.size).toBe(0);
  });

  test('is written down piece by piece while it arrives, not only when it breaks off', async () => {
    const sizes: number[] = [];
    await download(wanted('slow', 'b'), {
      signal: new AbortController().signal,
      onProgress: () => sizes.push(pieces.all.size),
      pieces,
    });
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(2);
    expect(pieces.all.size).toBe(0);
  });

  test('survives an address that has no such file', async () => {
    await brokenOff('slow', 'a');
    await expect(run(wanted('404'))).rejects.toMatchObject({ fault: 'not-found' });
    expect(reach(await pieces.read(digest))).toBeGreaterThanOrEqual(200_000);
  });

  test('with a gap, or longer than the file, is of no use and deleted', async () => {
    const piece = { sha256: digest, bytes: bytes.slice(0, 10), url: '', etag: null };
    for (const [from, to] of [
      [5, 15],
      [0, bytes.length + 1],
    ] as const) {
      await pieces.add({ ...piece, from, to });
      const { progress } = await run(wanted('ok'));
      expect(progress[0]).toBeLessThan(bytes.length);
      expect(host.log.at(-1)).toBe('GET /ok/a 200');
      expect(pieces.all.size).toBe(0);
    }
  });

  test.each([
    ['tagged', 'the same ETag: the rest is asked for', 206],
    ['retagged', 'another ETag: begun anew', 200],
    ['stale', 'another version without ETag: the hash tells, and it is begun anew', 200],
  ])('%s: %s', async (mode, _why, last) => {
    const { blob } = await run(wanted(mode, 'b')).catch(() => run(wanted(mode, 'b')));
    expect(await digestOf(blob)).toBe(digest);
    expect(host.log.at(-1)).toContain(` ${last}`);
    expect(host.log.some((line) => line.startsWith(`GET /${mode}/b 206`))).toBe(true);
  });

  test('is kept in memory when the storage refuses', async () => {
    pieces.full = true;
    await brokenOff('slow', 'a');
    expect(pieces.all.size).toBe(0);
    const { progress } = await run(wanted('ok'));
    expect(progress[0]).toBeGreaterThan(200_000);
  });
});

test('what is kept reaches to the first gap', () => {
  expect(reach([])).toBe(0);
  expect(
    reach([
      { from: 0, to: 4 },
      { from: 2, to: 9 },
      { from: 9, to: 12 },
      { from: 13, to: 20 },
    ]),
  ).toBe(12);
});

test('the rate looks at the last seconds only', () => {
  const meter = new RateMeter(1000);
  expect(meter.add(0, 0, 1000)).toBeNull();
  expect(meter.add(500, 100, 1000)).toEqual({ perSecond: 200, leftMs: 4500 });
  expect(meter.add(2000, 700, 1000)).toBeNull();
  expect(meter.add(2500, 800, null)).toEqual({ perSecond: 200, leftMs: null });
});
