import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { headersFor, readHeaderRules } from '../../../scripts/headers.mjs';
import { freePorts, nextFreePort } from '../../../scripts/ports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'serve-'));
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true });
});

mkdirSync(join(folder, '_app/immutable/workers'), { recursive: true });
writeFileSync(join(folder, 'index.html'), 'page');
writeFileSync(join(folder, '404.html'), 'nothing here');
writeFileSync(join(folder, '_app/immutable/workers/score.js'), '1');
writeFileSync(join(folder, '_headers'), readFileSync('static/_headers'));

/** Starts the server; what it says first, and the promise of how it ends. */
async function serve(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/serve.mjs', '--dir', folder, ...args]);
  running.push(child);
  let said = '';
  const told = new Promise<void>((resolve) => {
    const hear = (part: Buffer) => {
      said += String(part);
      if (said.includes('is served at')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  const code = await Promise.race([told.then(() => null), once(child, 'close').then(([end]) => Number(end))]);
  return { said, code, url: /http:\S+/.exec(said)?.[0] ?? '' };
}

async function holding(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('the local server', () => {
  test('sends what the site’s _headers file says, to pages and workers alike, below any base', async () => {
    const { url } = await serve('--port', '0', '--base', '/some');
    const page = await fetch(url);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const worker = await fetch(`${url}_app/immutable/workers/score.js`);
    const rules = readHeaderRules(readFileSync('static/_headers', 'utf8'));
    const policy = headersFor(rules, '/_app/immutable/workers/score.js')['content-security-policy'];
    expect(policy).toContain('connect-src');
    expect(worker.headers.get('content-security-policy')).toBe(policy);
    expect(worker.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${url}_headers`)).status).toBe(404);
    expect((await fetch(`${url}nope`)).headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('--max-age lets unhashed files be cached, as GitHub Pages does', async () => {
    const { url } = await serve('--port', '0', '--max-age', '600');
    expect((await fetch(url)).headers.get('cache-control')).toBe('max-age=600');
    const worker = await fetch(`${url}_app/immutable/workers/score.js`);
    expect(worker.headers.get('cache-control')).toContain('immutable');
    expect(await serve('--port', '0', '--max-age', 'long')).toMatchObject({ code: 1 });
  });

  test('a port that was asked for and is taken is refused with one that is free', async () => {
    const [port = 0] = await freePorts(1);
    const other = await holding(port);
    const { code, said } = await serve('--port', String(port));
    other.close();
    expect(code).toBe(1);
    const free = Number(/--port (\d+)/.exec(said)?.[1]);
    expect(free).toBeGreaterThan(port);
    expect(said).toContain(`Port ${port} is taken`);
  });

  test('without a port it takes the usual one or the next, and says which', async () => {
    const other = await holding(4173).catch(() => null);
    const { said, url } = await serve();
    other?.close();
    expect((await fetch(url)).status).toBe(200);
    expect(said).toMatch(/Port 4173 is taken by another program; \d+ is used instead/);
    expect(new URL(url).port).not.toBe('4173');
  });
});

describe('ports', () => {
  test('free ones differ and can be listened on; the next free one is after a taken one', async () => {
    const ports = await freePorts(5);
    expect(new Set(ports).size).toBe(5);
    const servers = await Promise.all(ports.map(holding));
    expect(await nextFreePort(ports[0]!)).toBeGreaterThan(ports[0]!);
    for (const server of servers) server.close();
  });
});

describe('_headers', () => {
  test('patterns, comments, and headers of two rules that add up', () => {
    const rules = readHeaderRules('# c\n/*\n  X-A: 1\n/a.b/*\n  x-a: 2\n  # d\n  X-B: c: d\n');
    expect(headersFor(rules, '/')).toEqual({ 'x-a': '1' });
    expect(headersFor(rules, '/a.b/c')).toEqual({ 'x-a': '1, 2', 'x-b': 'c: d' });
    expect(headersFor(rules, '/aXb/c')).toEqual({ 'x-a': '1' });
  });

  test.each(['  X-A: 1\n', '/*\n  nonsense\n', 'x\n'])('%j is refused with its line', (text) => {
    expect(() => readHeaderRules(text)).toThrow(/_headers, line \d/);
  });
});
