import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { download, type Wanted } from '$lib/data/release/download';
import { DownloadFailed } from '$lib/data/release/download-failed';
import { RateMeter } from '$lib/data/release/rate';
import { startReleaseHost, type ReleaseHost } from '../../support/release-host';

const bytes = new Uint8Array(randomBytes(100_000));
const digest = createHash('sha256').update(bytes).digest('hex');
let host: ReleaseHost;
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
  const blob = await download(what, { signal, onProgress: ({ done }) => progress.push(done), pause });
  return { blob, progress };
};
const rising = (values: number[]) => values.every((value, i) => value >= (values[i - 1] ?? 0));

describe('a download', () => {
  test('gives the file once it is whole and right, with progress to the last byte', async () => {
    const { blob, progress } = await run(wanted('ok'));
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
    expect(rising(progress)).toBe(true);
    expect(progress.at(-1)).toBe(bytes.length);
  });

  test('goes on by ranges after breaks, and asks only for the rest', async () => {
    // 60% of each answer: 60, 84, 93.6, 97.4% in four attempts, then it is asked again by hand.
    const cut = await run(wanted('cut')).catch((error: unknown) => error);
    expect(cut).toBeInstanceOf(DownloadFailed);
    expect(cut).toMatchObject({ fault: 'cut', resumable: true });
    const ranges = host.log.filter((line) => line.includes('/cut/a'));
    expect(ranges.slice(0, 3)).toEqual([
      'GET /cut/a 200',
      'GET /cut/a 206 bytes=60000-',
      'GET /cut/a 206 bytes=84000-',
    ]);
    const rest = await run({ ...wanted('cut'), url: `${host.url}/cut/a` });
    expect(rest.progress[0]).toBeGreaterThan(97_000);
    expect(new Uint8Array(await rest.blob.arrayBuffer())).toEqual(bytes);
  });

  test('passes over what it has when the host knows no ranges', async () => {
    const { blob, progress } = await run(wanted('cut-no-range'));
    expect(rising(progress)).toBe(true);
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
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
        if (done > 20_000) stop.abort();
      },
    });
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    const again = await run(slow);
    expect(host.log.at(-1)).toMatch(/206 bytes=2\d{4}-$/);
    expect(again.progress[0]).toBeGreaterThan(20_000);
    expect(new Uint8Array(await again.blob.arrayBuffer())).toEqual(bytes);
  });
});

test('the rate looks at the last seconds only', () => {
  const meter = new RateMeter(1000);
  expect(meter.add(0, 0, 1000)).toBeNull();
  expect(meter.add(500, 100, 1000)).toEqual({ perSecond: 200, leftMs: 4500 });
  expect(meter.add(2000, 700, 1000)).toBeNull();
  expect(meter.add(2500, 800, null)).toEqual({ perSecond: 200, leftMs: null });
});
