import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { build } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SYSTEM = '/usr/bin/chromium';
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** A bench's page (`test/bench/<name>`) with the site's workers, built into `outDir`. */
export async function buildBenchPage(name: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: here(`./${name}`),
    publicDir: false,
    resolve: {
      alias: {
        $lib: here('../../src/lib'),
        $workers: here('../../workers'),
        '@duckdb/duckdb-wasm/blocking': here(
          '../../node_modules/@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs',
        ),
      },
    },
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  });
}

/** Serves a built page on loopback; `elsewhere` names the files that lie outside it, and null for the others. */
export async function serveBenchPage(site: string, elsewhere: (path: string) => string | null) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = elsewhere(path) ?? join(site, path === '/' ? 'index.html' : path);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    close: () => server.close(),
  };
}

/** A file of the site's `static/`. */
export const staticFile = (path: string): string => here(`../../static${path}`);

export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(existsSync(SYSTEM) ? { executablePath: SYSTEM } : {}),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });

export async function openBench(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in window);
}

type Bench = Record<string, () => Promise<unknown>>;

/** Calls one function of the page's `window.bench`. */
export const callerOf =
  <B extends Bench>() =>
  <K extends keyof B & string>(page: Page, what: K): Promise<Awaited<ReturnType<B[K]>>> =>
    page.evaluate(`window.bench[${JSON.stringify(what)}]()`);
