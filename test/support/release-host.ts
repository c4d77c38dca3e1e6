import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/**
 * Stands in for the release's host on this machine. The first folder of the path is how it misbehaves:
 * ok, 404, 403, 416, html, cut (at 60% of each answer, ranges allowed), cut-no-range, wrong, slow, no-cors, long, and
 * tagged (as cut, with an ETag that pages may read), retagged and stale (an older version until it breaks off, then
 * the file, with and without an ETag).
 */
export interface ReleaseHost {
  url: string;
  /** Requests so far: `GET /cut/a 206 bytes=60-`. */
  log: string[];
  close(): Promise<void>;
}

export async function startReleaseHost(files: Record<string, Uint8Array>, port = 0): Promise<ReleaseHost> {
  const log: string[] = [];
  const server = createServer((request, response) => answer(request, response, files, log));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The release host has no port.');
  return { url: `http://127.0.0.1:${address.port}`, log, close: () => close(server) };
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: Record<string, Uint8Array>,
  log: string[],
): void {
  const [, mode = '', ...rest] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/');
  const file = files[rest.join('/')];
  if (mode !== 'no-cors') response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'range');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const note = (status: number) =>
    log.push(`${request.method} ${request.url} ${status} ${request.headers.range ?? ''}`.trim());
  const plain = (status: number, type: string, body: string) => {
    note(status);
    response.writeHead(status, { 'content-type': type }).end(body);
  };
  if (mode === '404' || !file) return plain(404, 'text/plain', '404: Not Found');
  if (mode === '416') return plain(416, 'text/plain', 'range not satisfiable');
  if (mode === '403') return plain(403, 'text/plain', 'rate limited');
  if (mode === 'html') return plain(200, 'text/html; charset=utf-8', '<!doctype html><title>Sign in</title>');

  const seen = log.filter((line) => line.includes(` ${request.url} `)).length;
  const older = ['retagged', 'stale'].includes(mode) && seen === 0;
  const body =
    mode === 'wrong' || older ? Uint8Array.from(file, (byte, i) => (i === 100 ? byte ^ 1 : byte)) : file;
  if (mode.endsWith('tagged')) {
    response.setHeader('access-control-expose-headers', 'etag');
    response.setHeader('etag', mode === 'retagged' && !older ? '"2"' : 'W/"1"');
  }
  const sent = mode === 'long' ? new Uint8Array([...body, 1, 2, 3]) : body;
  const from =
    mode === 'cut-no-range' ? 0 : Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const status = from > 0 ? 206 : 200;
  note(status);
  const part = sent.subarray(from);
  response.writeHead(status, {
    'content-type': 'application/octet-stream',
    'content-length': part.length,
    ...(from > 0 ? { 'content-range': `bytes ${from}-${sent.length - 1}/${sent.length}` } : {}),
  });
  if (mode === 'slow') return drip(response, part);
  const broken =
    mode === 'cut' ||
    mode === 'tagged' ||
    (['cut-no-range', 'retagged', 'stale'].includes(mode) && seen === 0);
  if (broken) {
    // A short rest gets through, so that asking often enough ends well.
    if (part.length > 5000) {
      response.write(part.subarray(0, Math.ceil(part.length * 0.6)), () =>
        setTimeout(() => response.destroy(), 30),
      );
      return;
    }
  }
  response.end(part);
}

/** A hundredth of the file every 20 ms. */
function drip(response: ServerResponse, bytes: Uint8Array): void {
  const step = Math.max(1, Math.ceil(bytes.length / 100));
  let at = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(at, at + step));
    at += step;
    if (at >= bytes.length) response.end();
  }, 20);
  response.on('close', () => clearInterval(timer));
}
