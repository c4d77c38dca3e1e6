import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
const code = tracked.filter((path) => /^(src|workers|scripts)\/.*\.(ts|mjs|svelte)$/.test(path));
const lines = (path: string) => readFileSync(path, 'utf8').split('\n').length - 1;

describe('the tree', () => {
  it('has no source file over 400 lines and a median under 80', () => {
    const sizes = code.map((path) => ({ path, size: lines(path) })).sort((a, b) => a.size - b.size);
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.filter(({ size }) => size > 400)).toEqual([]);
    expect(sizes[sizes.length >> 1]?.size).toBeLessThan(80);
  });

  it('picks no measure by its place in the registry: another one there would change what is shown', () => {
    const picks = code.filter((path) => /\bMEASURES(\[|\.at\()/.test(readFileSync(path, 'utf8')));
    expect(picks).toEqual([]);
  });

  it('names no host in the lock file', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "https?:/);
  });

  it('has one version of apache-arrow', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: object };
    expect(Object.keys(packages).filter((name) => name.endsWith('node_modules/apache-arrow'))).toHaveLength(
      1,
    );
  });

  it('carries the licence of every package and model in the site', () => {
    const check = spawnSync(process.execPath, ['scripts/notices.mjs', '--check'], { encoding: 'utf8' });
    expect(check.stderr).toBe('');
    expect(check.status).toBe(0);
  });

  it('renders no text as markup', () => {
    const found = code.filter((path) =>
      /\{@html|innerHTML|insertAdjacentHTML|document\.write/.test(readFileSync(path, 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
