import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Serves the built site with its scripts altered: scripts of workers that workers start escape interception. */
export async function startAltered(
  port: number,
  alter: (script: string) => string,
): Promise<{ url: string; close(): Promise<void> }> {
  const folder = process.env.BUILD_DIR ?? 'build-test';
  const base = process.env.BASE_PATH ?? '/some-repo';
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const named = join(folder, path.slice(base.length));
    const file = existsSync(named) && statSync(named).isDirectory() ? join(named, 'index.html') : named;
    if (!path.startsWith(`${base}/`) || !existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    const body = readFileSync(file);
    response.end(extname(file) === '.js' ? alter(body.toString('utf8')) : body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}${base}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
