// A plain static server: folders answer with index.html, everything unknown with 404.html, with the headers of the
// site's own `_headers` file. `--max-age 600` lets unhashed files be cached, as GitHub Pages does.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { headersFor, readHeaderRules } from './headers.mjs';
import { nextFreePort } from './ports.mjs';

const { values } = parseArgs({
  options: {
    dir: { type: 'string', default: 'build' },
    base: { type: 'string', default: '' },
    // Without --port: the usual one, or the next that is free.
    port: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    'max-age': { type: 'string' },
  },
});
const USUAL_PORT = 4173;
const rulesFile = join(values.dir, '_headers');
const rules = existsSync(rulesFile) ? readHeaderRules(readFileSync(rulesFile, 'utf8')) : [];
const maxAge = values['max-age'];
if (maxAge !== undefined && !/^\d{1,8}$/.test(maxAge)) fail('--max-age takes whole seconds, such as 600.');
if (values.port !== undefined && !/^\d{1,5}$/.test(values.port)) fail('--port takes a number, such as 8080.');

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

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
  if (!path.startsWith(`${values.base}/`) || path === `${values.base}/_headers`) return null;
  const file = join(values.dir, path.slice(values.base.length));
  if (!existsSync(file)) return null;
  if (!statSync(file).isDirectory()) return file;
  const index = join(file, 'index.html');
  return path.endsWith('/') && existsSync(index) ? index : null;
}

/** @param {string} file */
function caching(file) {
  if (file.includes('immutable')) return 'public, max-age=31536000, immutable';
  return maxAge === undefined ? 'no-cache' : `max-age=${maxAge}`;
}

/** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, status: number, file: string) => void} */
function send(request, response, status, file) {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(values.base.length);
  response.writeHead(status, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-length': statSync(file).size,
    'cache-control': caching(file),
    ...headersFor(rules, path),
  });
  if (request.method === 'HEAD') response.end();
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
  if (file) send(request, response, 200, file);
  else if (existsSync(fallback)) send(request, response, 404, fallback);
  else response.writeHead(404).end('not found');
});

/** The port to listen on: the one asked for, else the usual one, else the next that is free. */
async function choosePort() {
  if (values.port === '0') return 0;
  const wanted = Number(values.port ?? USUAL_PORT);
  const free = await nextFreePort(wanted, values.host);
  if (free === wanted) return wanted;
  if (free === null) return fail(`No port from ${wanted} on can be had on ${values.host}. Choose another.`);
  if (values.port !== undefined)
    return fail(`Port ${wanted} is taken by another program. Choose another, such as --port ${free}.`);
  process.stdout.write(`Port ${wanted} is taken by another program; ${free} is used instead.\n`);
  return free;
}

server.on('error', (error) => fail(`Cannot listen on ${values.host}: ${error.message}`));
server.listen(await choosePort(), values.host, () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  process.stdout.write(`Complement is served at http://${values.host}:${port}${values.base}/\n`);
});
