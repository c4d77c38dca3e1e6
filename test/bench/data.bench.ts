import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright';
import { build } from 'vite';
import { writeRelease } from '../../scripts/release-shaped/write';
import type { DataBench } from './data-page/main';

export const name = 'data: ingest, second visit and memory on Cal500-sized data, in Chromium';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: here('./data-page'),
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

async function serve(site: string, data: string) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = path.endsWith('.gz')
      ? join(data, 'cal500', path.replace('.gz', '.jsonl.gz'))
      : join(site, path === '/' ? 'index.html' : path);
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

/** Resident memory of all renderers, in bytes; 0 where /proc does not tell. */
async function rendererMemory(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => {
      const status = existsSync(`/proc/${id}/status`) ? readFileSync(`/proc/${id}/status`, 'utf8') : '';
      return sum + 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    }, 0);
}

/** The most that renderers hold while `work` runs, looked at every 50 ms. */
async function peakOf<T>(browser: Browser, work: Promise<T>): Promise<[T, number]> {
  let done = false;
  const finish = () => (done = true);
  work.then(finish, finish);
  let peak = 0;
  const session = await browser.newBrowserCDPSession();
  while (!done) {
    peak = Math.max(peak, await rendererMemory(session));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return [await work, peak];
}

/** What renderers hold once ended workers are gone: their memory is given back a while after. */
async function settledMemory(page: Page, session: CDPSession): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < 10; look += 1) {
    await page.requestGC();
    least = Math.min(least, await rendererMemory(session));
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return least;
}

const call = <K extends keyof DataBench>(page: Page, what: K): Promise<Awaited<ReturnType<DataBench[K]>>> =>
  page.evaluate(`window.bench[${JSON.stringify(what)}]()`);

/** Rounds of the soak: the tenth must not hold more than the first, but for a fifth. */
const ROUNDS = Number(process.env.DATA_BENCH_ROUNDS ?? 10);
const SAMPLES = Number(process.env.DATA_BENCH_SAMPLES ?? 3);

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'complement-bench-'));
  const system = '/usr/bin/chromium';
  try {
    await writeRelease(folder, { states: 500, seed: 1, split: 'cal500' });
    await buildPage(join(folder, 'site'));
    const server = await serve(join(folder, 'site'), folder);
    const browser = await chromium.launch({
      ...(existsSync(system) ? { executablePath: system } : {}),
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    });
    const ratios: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      /** Each part has a page of its own: no garbage of another counts. */
      const visit = async <K extends keyof DataBench>(
        what: K,
      ): Promise<Awaited<ReturnType<DataBench[K]>>> => {
        await page.goto(server.url);
        await page.waitForFunction(() => 'bench' in window);
        return call(page, what);
      };
      const bare = await visit('bare');
      const [first, peak] = await peakOf(browser, visit('first'));
      const second = await visit('second');
      const cold = await visit('cold');
      ratios.push(first.ingestMs / bare);
      report(
        `ingest / bare = ${(first.ingestMs / bare).toFixed(2)} (${first.ingestMs.toFixed(0)} of ${bare.toFixed(0)} ms; ${first.pool} pool rows), then keeping in the background ${first.keepMs.toFixed(0)} ms; longest main-thread task ${first.longest.toFixed(0)} ms; peak of the renderer ${(peak / 1e6).toFixed(0)} MB`,
      );
      report(
        `with DuckDB's start inside: ${(cold / bare).toFixed(2)} (${cold.toFixed(0)} ms; the start alone ${first.startMs.toFixed(0)} ms)`,
      );
      const whole = first.ingestMs + first.keepMs;
      report(
        `second visit / first load = ${((second.openMs + second.stateMs) / whole).toFixed(3)} for list and state (${second.openMs.toFixed(0)} + ${second.stateMs.toFixed(0)} of ${whole.toFixed(0)} ms), ${((second.openMs + second.fillMs) / whole).toFixed(2)} with full tables (engine running in both), ${((second.openMs + second.duckdbMs) / (whole + first.startMs)).toFixed(2)} with DuckDB's start in both (${second.duckdbMs.toFixed(0)} ms)`,
      );
      await context.close();
    }
    report(
      `least ingest / bare of ${SAMPLES}: ${Math.min(...ratios).toFixed(2)} (wanted: at most 1.5; bytes to counted rows, DuckDB running)`,
    );
    if (ROUNDS === 0) return void (await browser.close(), server.close());
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => 'bench' in window);
    const session = await browser.newBrowserCDPSession();
    const sizes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await call(page, 'round');
      sizes.push(await settledMemory(page, session));
    }
    const [one = 0] = sizes;
    report(
      `renderer memory after ${ROUNDS} loads and drops / after the first = ${((sizes.at(-1) ?? 0) / one).toFixed(2)} (${sizes.map((size) => (size / 1e6).toFixed(0)).join(', ')} MB)`,
    );
    await browser.close();
    server.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
