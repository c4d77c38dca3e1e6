import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { writeRelease } from '../../scripts/release-shaped/write';
import type { RetrieveBench } from './retrieve-page/main';

export const name = 'retrieve: complement-fused and several embedding workers, in Chromium';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

async function serve(site: string, items: string) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.endsWith('.gz')
      ? items
      : path.startsWith('/models/')
        ? here(`../../static${path}`)
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

const call = <K extends keyof RetrieveBench>(
  page: Page,
  what: K,
): Promise<Awaited<ReturnType<RetrieveBench[K]>>> => page.evaluate(`window.bench[${JSON.stringify(what)}]()`);

const ROUNDS = 3;

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'complement-bench-'));
  const system = '/usr/bin/chromium';
  try {
    const written = await writeRelease(folder, { states: 500, seed: 1, split: 'cal500' });
    const items = join(folder, Object.keys(written).find((file) => file.includes('items')) ?? '');
    await build({
      configFile: false,
      logLevel: 'error',
      root: here('./retrieve-page'),
      publicDir: false,
      resolve: { alias: { $lib: here('../../src/lib'), $workers: here('../../workers') } },
      worker: { format: 'es' },
      build: { outDir: join(folder, 'site'), emptyOutDir: true, target: 'es2022' },
    });
    const server = await serve(join(folder, 'site'), items);
    const browser = await chromium.launch({
      ...(existsSync(system) ? { executablePath: system } : {}),
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    });
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => 'bench' in window);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { bareMs, instantMs, units, states } = await call(page, 'instant');
      ratios.push(instantMs / bareMs);
      report(
        `complement-fused, instant, over ${states} states, ${units} units, one worker, reading and the encoder's opening included: ${(instantMs / 1000).toFixed(1)} s (wanted: under 60), ${(instantMs / bareMs).toFixed(1)} times the bare inflate and JSON.parse of the same file`,
      );
    }
    report(`  least of ${ROUNDS}: ${Math.min(...ratios).toFixed(1)} times`);
    const { one, two, texts } = await call(page, 'workers');
    report(
      `bge-small, int8, WASM, ${texts} units: two workers ${(one / two).toFixed(2)} times as fast as one, the same vectors (${(texts / (one / 1000)).toFixed(1)} and ${(texts / (two / 1000)).toFixed(1)} units a second)`,
    );
    await browser.close();
    server.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
