import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
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
async function rendererMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => {
      const status = existsSync(`/proc/${id}/status`) ? readFileSync(`/proc/${id}/status`, 'utf8') : '';
      return sum + 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    }, 0);
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
    const cold: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const open = async () => {
        await page.goto(server.url);
        await page.waitForFunction(() => 'bench' in window);
      };
      await open();
      const first = await call(page, 'first');
      const memory = await rendererMemory(browser);
      await open();
      const second = await call(page, 'second');
      const ingest = first.prepareMs + first.loadMs;
      ratios.push(ingest / first.bareMs);
      cold.push(first.coldMs / first.bareMs);
      const whole = ingest + first.keepMs;
      report(
        `ingest / bare = ${(ingest / first.bareMs).toFixed(2)}, with DuckDB's start ${(first.coldMs / first.bareMs).toFixed(2)} (reading ${first.prepareMs.toFixed(0)}, then DuckDB's rest ${first.loadMs.toFixed(0)}, bare ${first.bareMs.toFixed(0)} ms; ${first.pool} pool rows; longest main-thread task ${first.longest.toFixed(0)} ms; renderer ${(memory / 1e6).toFixed(0)} MB)`,
      );
      report(
        `second visit / first load = ${((second.openMs + second.stateMs) / whole).toFixed(3)} for list and state (${second.openMs.toFixed(0)} + ${second.stateMs.toFixed(0)} of ${whole.toFixed(0)} ms), ${((second.openMs + second.duckdbMs) / (whole + first.startMs)).toFixed(2)} with DuckDB started and filled (start ${first.startMs.toFixed(0)} ms)`,
      );
      await context.close();
    }
    report(
      `least ingest / bare of ${SAMPLES}: ${Math.min(...ratios).toFixed(2)} (wanted: at most 1.5; bytes to counted rows, DuckDB running), with DuckDB's start inside: ${Math.min(...cold).toFixed(2)}`,
    );
    if (ROUNDS === 0) return void (await browser.close(), server.close());
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => 'bench' in window);
    const sizes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await call(page, 'round');
      await page.requestGC();
      sizes.push(await rendererMemory(browser));
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
