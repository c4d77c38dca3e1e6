import { describe, expect, test } from 'vitest';
import { signTest } from '$lib/statistics/sign-test';
import { contrastTable } from '$lib/statistics/tables/contrasts';
import { compare, syntheticBook } from '../../support/comparison';

describe('the exact sign test', () => {
  test.each([
    // Of binomials written out: 2 / 2^4, 2 (1 + 7) / 2^7, 2 (1 + 6 + 15) / 2^6, 2 (1 + 23 + 253 + 1771 + 8855 + 33649) / 2^23.
    [4, 0, 0.125],
    [6, 1, 0.125],
    [4, 2, 0.6875],
    [18, 5, (2 * (1 + 23 + 253 + 1771 + 8855 + 33649)) / 2 ** 23],
    [3, 3, 1],
    [0, 0, 1],
    [1, 0, 1],
    [6, 0, 0.03125],
  ])('of %i wins and %i losses gives p = %d', (wins, losses, p) => {
    expect(signTest({ wins, ties: 48, losses })).toBeCloseTo(p, 12);
    expect(signTest({ wins: losses, ties: 0, losses: wins })).toBeCloseTo(p, 12);
  });

  test('stays finite for thousands of states', () => {
    expect(signTest({ wins: 2500, ties: 0, losses: 2500 })).toBe(1);
    const small = signTest({ wins: 3000, ties: 0, losses: 1000 });
    expect(small).toBeGreaterThan(0);
    expect(small).toBeLessThan(1e-200);
  });
});

test('the table has it beside wins and losses, and says so where an interval rests on few wins', async () => {
  const comparison = await compare(await syntheticBook());
  const [pair] = comparison.results.filter(({ right }) => right !== null);
  const few = { ...pair!, excludesZero: true, outcomes: { wins: 4, ties: 48, losses: 0 } };
  const table = contrastTable({ ...comparison, results: [few] });
  const at = (key: string) => table.rows[0]?.[table.columns.findIndex((column) => column.key === key)];
  expect(at('sign')).toBeCloseTo(0.125, 12);
  expect(table.notes.join(' ')).toContain(
    'rests on 4 wins and 0 losses; the exact sign test gives p = 0.125',
  );
  const notes = (change: Partial<typeof few>) =>
    contrastTable({ ...comparison, results: [{ ...few, ...change }] }).notes.join(' ');
  expect(notes({ excludesZero: false })).not.toContain('rests on');
  expect(notes({ outcomes: { wins: 9, ties: 0, losses: 0 } })).not.toContain('rests on');
});
