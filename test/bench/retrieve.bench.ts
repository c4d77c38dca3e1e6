import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRelease } from '../../scripts/release-shaped/write';
import { buildBenchPage, callerOf, launch, openBench, serveBenchPage, staticFile } from './browser-page';
import type { RetrieveBench } from './retrieve-page/main';

export const name = 'retrieve: complement-fused and several embedding workers, in Chromium';

const call = callerOf<RetrieveBench>();
const ROUNDS = 3;

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'complement-bench-'));
  try {
    const written = await writeRelease(folder, { states: 500, seed: 1, split: 'cal500' });
    const items = join(folder, Object.keys(written).find((file) => file.includes('items')) ?? '');
    await buildBenchPage('retrieve-page', join(folder, 'site'));
    const server = await serveBenchPage(join(folder, 'site'), (path) =>
      path.endsWith('.gz') ? items : path.startsWith('/models/') ? staticFile(path) : null,
    );
    const browser = await launch();
    const page = await browser.newPage();
    await openBench(page, server.url);
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
