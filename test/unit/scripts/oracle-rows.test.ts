import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Prediction } from '$lib/serbench/prediction';
import { main } from '../../../scripts/cli';

const folder = mkdtempSync(join(tmpdir(), 'oracle-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

const demo = (name: string) => fileURLToPath(new URL(`../../../static/demo/${name}`, import.meta.url));
const files = ['--items', demo('items.jsonl'), '--labels', demo('labels.jsonl')];
const rowsAt = (path: string): Prediction[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Prediction);
const write = (name: string, rows: Prediction[]) => {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
};

async function baseline(...args: string[]) {
  const err: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void err.push(line));
  const out = join(folder, 'out.jsonl');
  const code = await main(['baseline', ...args, '--out', out]);
  return { code, faults: err.map((line) => JSON.parse(line) as Record<string, unknown>), out };
}

const all = rowsAt(demo('predictions.jsonl'));
const [method] = all.map((row) => row.method);
const rows = all.filter((row) => row.method === method);
/** Counts from 3 on, another one for each state; the last state has no row. */
const compared = rows
  .slice(0, -1)
  .map((row, n) => ({ ...row, ranked_evidence_ids: row.ranked_evidence_ids.slice(0, 3 + (n % 3)) }));

describe('the oracles on the command line', () => {
  test.each(['oracle', 'oracle-minus-one-group'])(
    '%s has as many units a state as the compared rows, and scores as it must',
    async (name) => {
      const like = write('like.jsonl', compared);
      const { code, faults, out } = await baseline(...files, '--method', name, '--like', like);
      expect([code, faults]).toEqual([0, []]);
      const made = rowsAt(out);
      expect(made.map((row) => row.state_id).sort()).toEqual(compared.map((row) => row.state_id).sort());
      for (const row of made) {
        const other = compared.find(({ state_id }) => state_id === row.state_id);
        expect(row.method).toBe(name);
        expect(row.ranked_evidence_ids.length).toBeGreaterThanOrEqual(
          other?.ranked_evidence_ids.length ?? 99,
        );
      }
      const scored = join(folder, `scored-${name}`);
      vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
      await main(['score', ...files, '--predictions', out, '--allow-subset', '--k', '8', '--out', scored]);
      const summary = JSON.parse(readFileSync(join(scored, 'summary.json'), 'utf8')) as object;
      expect(summary).toMatchObject({
        [name]: { 'mss_complete@8': name === 'oracle' ? 1 : 0, states: compared.length },
      });
    },
  );

  test('the slots are filled in the order of another file', async () => {
    const like = write('like8.jsonl', rows);
    const fill = write(
      'fill.jsonl',
      rows.map((row) => ({
        ...row,
        method: 'backwards',
        ranked_evidence_ids: [...row.ranked_evidence_ids].reverse(),
      })),
    );
    const plain = await baseline(...files, '--method', 'oracle', '--like', like);
    const before = readFileSync(plain.out, 'utf8');
    const filled = await baseline(...files, '--method', 'oracle', '--like', like, '--fill', fill);
    expect(filled.code).toBe(0);
    expect(readFileSync(filled.out, 'utf8')).not.toBe(before);
  });

  test.each([
    ['no --like', ['--method', 'oracle'], 'usage', 'smallest-complete-set'],
    ['--k', ['--method', 'oracle', '--like', 'x', '--k', '8'], 'usage', 'no --k'],
    ['--like elsewhere', ['--method', 'random', '--k', '8', '--like', 'x'], 'usage', '--like and --fill'],
    ['no --k elsewhere', ['--method', 'smallest-complete-set'], 'usage', '--k'],
    ['an unknown method', ['--method', 'orakel', '--k', '8'], 'usage', 'smallest-complete-set'],
  ])('%s is refused by name', async (_name, args, code, message) => {
    const told = await baseline(...files, ...args);
    expect([told.code, told.faults[0]?.code]).toEqual([2, code]);
    expect(told.faults[0]?.message).toContain(message);
  });

  test('rows of several methods are refused with the file', async () => {
    const like = write('two.jsonl', [...rows, ...rows.map((row) => ({ ...row, method: 'other' }))]);
    const { code, faults } = await baseline(...files, '--method', 'oracle', '--like', like);
    expect([code, faults[0]?.code, faults[0]?.file]).toEqual([2, 'predictions', like]);
  });
});
