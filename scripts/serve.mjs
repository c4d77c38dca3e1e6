// A plain static server: folders answer with index.html, everything unknown with 404.html, nothing clever.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    dir: { type: 'string', default: 'build' },
    base: { type: 'string', default: '' },
    port: { type: 'string', default: '4173' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/x-ndjson; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * The file that a URL names, or null.
 * @param {string} url
 */
function locate(url) {
  const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  if (!path.startsWith(`${values.base}/`)) return null;
  const file = join(values.dir, path.slice(values.base.length));
  if (!existsSync(file)) return null;
  if (!statSync(file).isDirectory()) return file;
  const index = join(file, 'index.html');
  return path.endsWith('/') && existsSync(index) ? index : null;
}

/** @type {(response: import('node:http').ServerResponse, status: number, file: string, headOnly: boolean) => void} */
function send(response, status, file, headOnly) {
  response.writeHead(status, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-length': statSync(file).size,
    'cache-control': file.includes('immutable') ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (headOnly) response.end();
  else createReadStream(file).pipe(response);
}

const server = createServer((request, response) => {
  let file;
  try {
    file = locate(request.url ?? '/');
  } catch {
    response.writeHead(400).end('bad request');
    return;
  }
  const fallback = join(values.dir, '404.html');
  if (file) send(response, 200, file, request.method === 'HEAD');
  else if (existsSync(fallback)) send(response, 404, fallback, request.method === 'HEAD');
  else response.writeHead(404).end('not found');
});

server.on('error', (error) => {
  process.stderr.write(
    `Cannot listen on port ${values.port}: ${error.message}. Choose another with --port.\n`,
  );
  process.exit(1);
});
server.listen(Number(values.port), values.host, () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  process.stdout.write(`Complement is served at http://${values.host}:${port}${values.base}/\n`);
});
