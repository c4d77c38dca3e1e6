import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../../scripts/cli/bootstrap';

const folder = fileURLToPath(new URL('../../golden/data/scorer/', import.meta.url));
const golden = JSON.parse(
  readFileSync(new URL('../../golden/data/bootstrap.json', import.meta.url), 'utf8'),
) as {
  cases: {
    left: string;
    right: string;
    metric: string;
    seed: number;
    resamples: number;
    by_repository: Ends;
    by_state: Ends;
  }[];
};
interface Ends {
  low: number;
  high: number;
}

async function cli(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(out.push(String(text))));
  vi.spyOn(console, 'error').mockImplementation((text) => void err.push(String(text)));
  const code = await run(args);
  return {
    code,
    out: out.join(''),
    faults: err.map((line) => JSON.parse(line) as { code: string; message: string; line: number }),
  };
}
afterEach(() => vi.restoreAllMocks());

const files = ['--items', join(folder, 'items.jsonl'), '--per-state', join(folder, 'per_state_scores.jsonl')];
const pair = ['--left', 'alpha', '--right', 'beta', '--metric', 'mss_complete@5'];

describe('the bootstrap command', () => {
  it.each(['repo', 'state'])('gives the golden interval, clustered by %s', async (cluster) => {
    const one = golden.cases[1]!;
    const settings = ['--seed', String(one.seed), '--resamples', String(one.resamples), '--cluster', cluster];
    const { code, out } = await cli(...files, ...pair, ...settings);
    const result = JSON.parse(out) as { interval: Ends; clusters: number };
    const expected = cluster === 'repo' ? one.by_repository : one.by_state;
    expect(code).toBe(0);
    expect(Math.abs(result.interval.low - expected.low)).toBeLessThan(1e-12);
    expect(Math.abs(result.interval.high - expected.high)).toBeLessThan(1e-12);
    expect(result.clusters).toBe(cluster === 'repo' ? 47 : 150);
  });

  it('does not depend on the order of the lines', async () => {
    const turned = join(mkdtempSync(join(tmpdir(), 'bootstrap-')), 'turned.jsonl');
    const lines = readFileSync(join(folder, 'per_state_scores.jsonl'), 'utf8').trim().split('\n');
    writeFileSync(turned, lines.reverse().join('\n'));
    const plain = await cli(...files, ...pair, '--resamples', '300');
    vi.restoreAllMocks();
    const other = await cli(...files.slice(0, 2), '--per-state', turned, ...pair, '--resamples', '300');
    expect(other.out).toBe(plain.out);
  });

  it('computes no interval from no resamples', async () => {
    const { code, out } = await cli(...files, ...pair, '--resamples', '0');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      interval: null,
      randomisation_test: null,
      wins: 34,
      ties: 101,
      losses: 15,
    });
  });

  it.each([
    [['--metric', 'mss_complete@6'], 'metric-missing'],
    [['--right', 'nobody'], 'method-missing'],
    [['--cluster', 'team'], 'team-missing'],
    [['--seed', '-1'], 'usage'],
    [['--resamples', '1e9'], 'usage'],
    [['--right', 'alpha'], 'usage'],
  ])('refuses %j with exit code 2 and a located fault', async (change, code) => {
    const place = pair.indexOf(change[0] ?? '');
    const others = place < 0 ? pair : pair.toSpliced(place, 2);
    const result = await cli(...files, ...others, ...change);
    expect(result.code).toBe(2);
    expect(result.out).toBe('');
    expect(result.faults[0]?.code).toBe(code);
  });

  it('refuses a method that lacks states', async () => {
    const part = join(mkdtempSync(join(tmpdir(), 'bootstrap-')), 'part.jsonl');
    const lines = readFileSync(join(folder, 'per_state_scores.jsonl'), 'utf8').trim().split('\n');
    writeFileSync(part, lines.filter((line, i) => i > 20 || !line.includes('"alpha"')).join('\n'));
    const result = await cli(...files.slice(0, 2), '--per-state', part, ...pair);
    expect(result.code).toBe(2);
    expect(new Set(result.faults.map(({ code }) => code))).toEqual(new Set(['missing-state']));
  });
});
