import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { folderSource } from '$lib/embedding/files/folder';
import { hubSource } from '$lib/embedding/files/hub';
import { loadFiles } from '$lib/embedding/files/load';
import { siteSource } from '$lib/embedding/files/site';
import type { FileEntry } from '$lib/embedding/files/source';
import { VENDORED } from '$lib/embedding/files/vendored';
import { quietTask } from '$lib/serbench/task';
import type { Progress } from '$lib/serbench/task';

const signal = new AbortController().signal;
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const noCache = () => Promise.resolve(null);

afterEach(() => vi.unstubAllGlobals());

/** A network of fixed answers; unknown URLs are 404. */
function network(answers: Record<string, { body: BodyInit; type?: string; status?: number }>) {
  const asked: string[] = [];
  vi.stubGlobal('location', { href: 'https://site.test/repo/' });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const answer = answers[url];
    if (answer === undefined) return Promise.resolve(new Response('not here', { status: 404 }));
    const headers = { 'content-type': answer.type ?? 'application/octet-stream' };
    return Promise.resolve(new Response(answer.body, { status: answer.status ?? 200, headers }));
  });
  return asked;
}

/** Cache storage in memory, with the calls that we make. */
function memoryCache() {
  const held = new Map<string, ArrayBuffer>();
  const cache = {
    match: (url: string) => Promise.resolve(held.has(url) ? new Response(held.get(url)!) : undefined),
    put: async (url: string, response: Response) => void held.set(url, await response.arrayBuffer()),
    delete: (url: string) => Promise.resolve(held.delete(url)),
  } as unknown as Cache;
  return { held, open: () => Promise.resolve(cache) };
}

describe('the list of vendored files', () => {
  test.each(Object.keys(VENDORED))(
    '%s: sizes and hashes are those of the folder, and no file is forgotten',
    (model) => {
      const folder = join('static/models', model);
      for (const { path, bytes, hash } of VENDORED[model]!) {
        const content = readFileSync(join(folder, path));
        expect(content.length, path).toBe(bytes);
        expect(hash, path).toEqual({ kind: 'sha256', hex: sha256(content) });
      }
      const there = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => statSync(join(folder, path)).isFile())
        .filter((path) => !/LICENSE|PROVENANCE|special_tokens_map/.test(path));
      expect(there.sort()).toEqual(VENDORED[model]!.map(({ path }) => path).sort());
      expect(existsSync(join(folder, 'LICENSE'))).toBe(true);
    },
  );
});

const entry = (
  path: string,
  body: string,
  hash: FileEntry['hash'] = { kind: 'sha256', hex: sha256(body) },
): FileEntry => ({
  path,
  bytes: body.length,
  hash,
});
const sourceOf = (entries: FileEntry[]) => ({
  ...siteSource('https://site.test/repo/', 'complement-static-256'),
  entries,
});
const at = (path: string) => `https://site.test/repo/models/complement-static-256/${path}`;

describe('what a host sends', () => {
  test('is taken and kept when status, type, size and hash fit', async () => {
    const asked = network({ [at('a')]: { body: 'hello' }, [at('b')]: { body: 'world!' } });
    const cache = memoryCache();
    const entries = [entry('a', 'hello'), entry('b', 'world!')];
    const seen: Progress[] = [];
    const task = { ...quietTask(), progress: (progress: Progress) => seen.push(progress) };
    const { files } = await loadFiles(sourceOf(entries), entries, task, cache.open);
    expect(new TextDecoder().decode(files.get('b'))).toBe('world!');
    expect(cache.held.size).toBe(2);
    expect(asked).toHaveLength(2);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((x, y) => x - y));
    expect(seen.at(-1)).toMatchObject({ done: 11, total: 11, unit: 'bytes' });

    await loadFiles(sourceOf(entries), entries, quietTask(), cache.open);
    expect(asked).toHaveLength(2);
  });

  test.each<[string, { body: string; type?: string; status?: number }, RegExp]>([
    ['an error status', { body: 'hello', status: 500 }, /a: the host answered 500/],
    [
      'a web page with status 200',
      { body: 'hello', type: 'text/html; charset=utf-8' },
      /a: the host sent a web page/,
    ],
    ['too few bytes', { body: 'hell' }, /a: 4 of 5 bytes came/],
    ['too many bytes', { body: 'hello, and more' }, /a: more than 5 bytes/],
    ['other bytes', { body: 'jello' }, /a: its hash is [0-9a-f]{64}, not/],
  ])('%s: refused and not kept', async (_, answer, message) => {
    network({ [at('a')]: answer });
    const cache = memoryCache();
    const entries = [entry('a', 'hello')];
    await expect(loadFiles(sourceOf(entries), entries, quietTask(), cache.open)).rejects.toThrow(message);
    expect(cache.held.size).toBe(0);
  });

  test('a kept file that no longer fits is fetched again', async () => {
    const asked = network({ [at('a')]: { body: 'hello' } });
    const cache = memoryCache();
    const entries = [entry('a', 'hello')];
    await loadFiles(sourceOf(entries), entries, quietTask(), cache.open);
    for (const url of cache.held.keys()) cache.held.set(url, new TextEncoder().encode('rotten').buffer);
    await loadFiles(sourceOf(entries), entries, quietTask(), cache.open);
    expect(asked).toHaveLength(2);
  });

  test('a full browser: the files are used, and the user is told', async () => {
    network({ [at('a')]: { body: 'hello' } });
    const full = {
      match: () => Promise.resolve(undefined),
      put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    } as unknown as Cache;
    const entries = [entry('a', 'hello')];
    const { files, notes } = await loadFiles(sourceOf(entries), entries, quietTask(), () =>
      Promise.resolve(full),
    );
    expect(files.size).toBe(1);
    expect(notes[0]).toContain('no room to keep a');
  });
});

describe('a hub', () => {
  const listing = 'https://hub.test/api/models/owner/name/revision/main?blobs=true';
  const commit = 'c'.repeat(40);
  const gitSha1 = (body: string) => createHash('sha1').update(`blob ${body.length}\0${body}`).digest('hex');
  const siblings = [
    { rfilename: 'config.json', size: 2, blobId: gitSha1('{}') },
    {
      rfilename: 'onnx/model.onnx',
      size: 134,
      blobId: 'x',
      lfs: { sha256: sha256('weights'), size: 7, pointerSize: 134 },
    },
  ];
  const url = (path: string) => `https://hub.test/owner/name/resolve/${commit}/${path}`;

  test('lists sizes and hashes at one commit, and files are checked against them', async () => {
    network({
      [listing]: { body: JSON.stringify({ sha: commit, siblings }), type: 'application/json' },
      [url('config.json')]: { body: '{}', type: 'text/plain' },
      [url('onnx/model.onnx')]: { body: 'weights' },
    });
    const source = await hubSource('owner/name', 'main', 'https://hub.test', signal);
    expect(source).toMatchObject({ revision: commit, remote: true });
    const { files } = await loadFiles(source, source.entries, quietTask(), noCache);
    expect([...files.keys()]).toEqual(['config.json', 'onnx/model.onnx']);
  });

  test('a small file that is not the one of the commit is refused', async () => {
    network({
      [listing]: { body: JSON.stringify({ sha: commit, siblings }), type: 'application/json' },
      [url('config.json')]: { body: '[]' },
    });
    const source = await hubSource('owner/name', 'main', 'https://hub.test', signal);
    await expect(loadFiles(source, source.entries, quietTask(), noCache)).rejects.toThrow(
      /config\.json: its hash/,
    );
  });

  test.each([
    ['a web page', { body: '<html>', type: 'text/html' }, /web page/],
    ['another shape', { body: '{"siblings":[]}', type: 'application/json' }, /sha/],
    ['unknown model', { body: '{}', status: 404 }, /answered 404/],
  ])('%s in place of the list is refused', async (_, answer, message) => {
    network({ [listing]: answer });
    await expect(hubSource('owner/name', 'main', 'https://hub.test', signal)).rejects.toThrow(message);
  });

  test('what is no hub id is refused before anything is asked', async () => {
    const asked = network({});
    await expect(hubSource('../../etc', 'main', 'https://hub.test', signal)).rejects.toThrow(/owner\/name/);
    expect(asked).toEqual([]);
  });
});

describe('a folder', () => {
  const blob = (text: string) => new Blob([text]);

  test('may be chosen one level up; its own name is the model', () => {
    const source = folderSource([
      { path: 'models/tiny/config.json', blob: blob('{}') },
      { path: 'models/tiny/1_Pooling/config.json', blob: blob('{}') },
      { path: 'models/tiny/onnx/model.onnx', blob: blob('w') },
      { path: 'models/readme.md', blob: blob('no') },
    ]);
    expect(source.name).toBe('tiny');
    expect(source.entries.map(({ path }) => path)).toEqual([
      'config.json',
      '1_Pooling/config.json',
      'onnx/model.onnx',
    ]);
  });

  test('without config.json it is no model folder', () => {
    expect(() => folderSource([{ path: 'a/b.txt', blob: blob('') }])).toThrow(/config\.json/);
  });
});
