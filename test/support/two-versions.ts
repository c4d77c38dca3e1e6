import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const BUILT = '_app/immutable/';
/** Where the second version has its built files: all are renamed, as after a change in a file that all share. */
const RENAMED = '_app/immutable/second/';

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The second version of a text file: other names for built files, another version, hashes to match. */
function second(text: string, version: string): string {
  const renamed = text.replaceAll(BUILT, RENAMED).replaceAll(version, `${version}-second`);
  const inline = /<script>([\s\S]*?)<\/script>/.exec(text)?.[1];
  const now = /<script>([\s\S]*?)<\/script>/.exec(renamed)?.[1];
  return inline && now ? renamed.replaceAll(sha256(inline), sha256(now)) : renamed;
}

export interface TwoVersions {
  url: string;
  base: string;
  /** What is deployed. `torn`: the second version's files, but pages of the first, as a stale network gives them. */
  deployed: 'first' | 'second' | 'torn';
  /** Paths that were asked for, below the site's folder. */
  asked: string[];
  close(): Promise<void>;
}

/**
 * The built site on a host that lets everything be kept for ten minutes (as GitHub Pages does), and a second version
 * of it that can be deployed at any moment: then the first version's built files are gone.
 */
export async function startTwoVersions(maxAge = 600): Promise<TwoVersions> {
  const folder = process.env.BUILD_DIR ?? 'build-test';
  const base = process.env.BASE_PATH ?? '/some-repo';
  const { version } = JSON.parse(readFileSync(join(folder, '_app/version.json'), 'utf8')) as {
    version: string;
  };
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const below = path.slice(base.length + 1);
    site.asked.push(below);
    const later = site.deployed !== 'first';
    const gone = later && below.startsWith(BUILT) && !below.startsWith(RENAMED);
    const named = join(folder, later ? below.replace(RENAMED, BUILT) : below);
    const file = existsSync(named) && statSync(named).isDirectory() ? join(named, 'index.html') : named;
    const found = path.startsWith(`${base}/`) && !gone && existsSync(file);
    if (!found) {
      const page = readFileSync(join(folder, '404.html'), 'utf8');
      response.writeHead(404, { 'content-type': TYPES['.html'] });
      return void response.end(later ? second(page, version) : page);
    }
    const kind = extname(file);
    const old = site.deployed === 'first' || (site.deployed === 'torn' && kind === '.html');
    const text = ['.html', '.js', '.css', '.json'].includes(kind) && !old;
    response.writeHead(200, {
      'content-type': TYPES[kind] ?? 'application/octet-stream',
      'cache-control': `public, max-age=${maxAge}`,
    });
    const body = readFileSync(file);
    response.end(text ? second(body.toString('utf8'), version) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.');
  const site: TwoVersions = {
    url: `http://127.0.0.1:${address.port}${base}/`,
    base,
    deployed: 'first',
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return site;
}
