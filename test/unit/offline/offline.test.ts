import { describe, expect, test } from 'vitest';
import { answerVersion, askVersion, ASK_VERSION } from '$lib/offline/messages';
import { sealed, stateOf } from '$lib/offline/seal';
import { foreignFiles, isBuilt, isHtml } from '$lib/offline/whole';

describe('a page belongs to a build when all built files that it names are of it', () => {
  const build = new Set(['/some/_app/immutable/entry/start.A1.js', '/some/_app/immutable/assets/0.B2.css']);
  test.each([
    [
      'relative',
      '<link href="../_app/immutable/assets/0.B2.css"><script>import("./_app/immutable/entry/start.A1.js")</script>',
      [],
    ],
    ['absolute', '<script>import("/some/_app/immutable/entry/start.A1.js")</script>', []],
    [
      'stale entry',
      `<script>import('../_app/immutable/entry/start.OLD.js')</script>`,
      ['/some/_app/immutable/entry/start.OLD.js'],
    ],
    ['without built files', '<p>No script.</p>', []],
  ])('%s', (_name, html, foreign) => {
    expect(foreignFiles(html, build, '/some')).toEqual(foreign);
  });
  test('a name that only begins like a file of the build is foreign; each is told once', () => {
    const html = '"_app/immutable/entry/start.A1.jsx" "_app/immutable/entry/start.A1.jsx"';
    expect(foreignFiles(html, build, '/some')).toEqual(['/some/_app/immutable/entry/start.A1.jsx']);
  });
  test('built files and pages are told apart', () => {
    expect(isBuilt('/some/_app/immutable/a.js')).toBe(true);
    expect(isBuilt('/some/_app/version.json')).toBe(false);
    expect(isHtml(new Headers({ 'content-type': 'Text/HTML; charset=utf-8' }))).toBe(true);
    expect(isHtml(new Headers({ 'content-type': 'text/javascript' }))).toBe(false);
    expect(isHtml(new Headers())).toBe(false);
  });
});

describe('a kept file carries its hash', () => {
  const response = (body: string, headers: Record<string, string> = {}) =>
    new Response(body, { headers: { 'content-type': 'text/javascript', ...headers } });
  test('what was put in is whole, and keeps its type and policy', async () => {
    const kept = await sealed(response('let a;', { 'content-security-policy': "default-src 'self'" }));
    await expect(stateOf(kept)).resolves.toBe('whole');
    expect(kept.headers.get('content-type')).toBe('text/javascript');
    expect(kept.headers.get('content-security-policy')).toBe("default-src 'self'");
    await expect(kept.text()).resolves.toBe('let a;');
  });
  test('the transport’s encoding and length are not kept: the body is plain now', async () => {
    const kept = await sealed(response('ä', { 'content-encoding': 'gzip', 'content-length': '99' }));
    expect(kept.headers.get('content-encoding')).toBeNull();
    expect(kept.headers.get('content-length')).toBe('2');
  });
  test.each(['let b;', 'let a', ''])('another body (%j) under the same hash is damaged', async (body) => {
    const { headers } = await sealed(response('let a;'));
    await expect(stateOf(new Response(body, { headers }))).resolves.toBe('damaged');
  });
  test('what carries no hash is told apart from what is damaged', async () => {
    await expect(stateOf(response('let a;'))).resolves.toBe('unsealed');
  });
});

describe('tabs and the service worker tell each other their version', () => {
  const other = (hear: (event: MessageEvent<unknown>) => void) => ({
    postMessage: (data: unknown, ports: Transferable[]) =>
      hear(new MessageEvent('message', { data, ports: ports as MessagePort[] })),
  });
  test('asked and answered', async () => {
    await expect(askVersion(other((event) => void answerVersion(event, 'v7')))).resolves.toBe('v7');
  });
  test('other messages are not answered, and silence is null, not a version', async () => {
    expect(answerVersion(new MessageEvent('message', { data: 'skip-waiting' }), 'v7')).toBe(false);
    expect(answerVersion(new MessageEvent('message', { data: ASK_VERSION }), 'v7')).toBe(true);
    await expect(askVersion(other(() => undefined))).resolves.toBeNull();
  });
});
