import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { writeRelease } from '../../scripts/release-shaped/write';
import { buildBenchPage, callerOf, launch, openBench, serveBenchPage } from './browser-page';
import type { DataBench } from './data-page/main';

export const name = 'data: ingest, second visit and memory on Cal500-sized data, in Chromium';

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

const call = callerOf<DataBench>();

/** Rounds of the soak: the tenth must not hold more than the first, but for a fifth. */
const ROUNDS = Number(process.env.DATA_BENCH_ROUNDS ?? 10);
const SAMPLES = Number(process.env.DATA_BENCH_SAMPLES ?? 3);

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'complement-bench-'));
  try {
    await writeRelease(folder, { states: 500, seed: 1, split: 'cal500' });
    await buildBenchPage('data-page', join(folder, 'site'));
    const server = await serveBenchPage(join(folder, 'site'), (path) =>
      path.endsWith('.gz') ? join(folder, 'cal500', path.replace('.gz', '.jsonl.gz')) : null,
    );
    const browser = await launch();
    const ratios: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      /** Each part has a page of its own: no garbage of another counts. */
      const visit = async <K extends keyof DataBench>(
        what: K,
      ): Promise<Awaited<ReturnType<DataBench[K]>>> => {
        await openBench(page, server.url);
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
    await openBench(page, server.url);
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
