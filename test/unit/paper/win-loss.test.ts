import { describe, expect, it } from 'vitest';
import { loadTable } from '$lib/paper/load';
import {
  exactInterval,
  resampledDifferences,
  signTest,
  winsToExcludeZero,
} from '$lib/paper/reanalysis/win-loss';
import { winLossTable } from '$lib/paper/reanalysis/win-loss-table';

const column = (table: NonNullable<ReturnType<typeof winLossTable>>, key: string) => {
  const at = table.columns.findIndex((one) => one.key === key);
  return table.rows.map((row) => row[at] as number);
};

describe('intervals and tests from counts alone', () => {
  it('give all eight printed intervals of table 25', async () => {
    const table = winLossTable(await loadTable('table-25'))!;
    expect(table.rows).toHaveLength(8);
    for (const end of ['low', 'high'])
      expect(column(table, `exact_${end}`).map((value) => Number(value.toFixed(2)))).toEqual(
        column(table, `printed_${end}`),
      );
  });

  it('enumerate what resampling three tasks can give', () => {
    // One won, one tied, one lost: each of 27 draws is as likely as any other.
    const counted = new Float64Array(7);
    for (const a of [-1, 0, 1])
      for (const b of [-1, 0, 1]) for (const c of [-1, 0, 1]) counted[a + b + c + 3]! += 1 / 27;
    const exact = resampledDifferences({ wins: 1, ties: 1, losses: 1 });
    counted.forEach((share, at) => expect(exact[at]).toBeCloseTo(share, 12));
  });

  it('give an interval of one value where every task ends alike', () => {
    expect(exactInterval({ wins: 0, ties: 9, losses: 0 })).toEqual({ low: 0, high: 0 });
    expect(exactInterval({ wins: 4, ties: 0, losses: 0 })).toEqual({ low: 100, high: 100 });
  });

  it.each([
    [{ wins: 4, ties: 17, losses: 2 }, 0.6875],
    [{ wins: 4, ties: 18, losses: 1 }, 0.375],
    [{ wins: 3, ties: 20, losses: 0 }, 0.25],
    [{ wins: 4, ties: 48, losses: 0 }, 0.125],
    [{ wins: 0, ties: 5, losses: 0 }, 1],
    [{ wins: 5, ties: 0, losses: 5 }, 1],
    [{ wins: 1, ties: 0, losses: 9 }, 22 / 1024],
  ])('sign test of %o', (counts, p) => expect(signTest(counts)).toBeCloseTo(p, 12));

  it('give the sign tests of both tables in their order', async () => {
    const p = async (id: string) =>
      column(winLossTable(await loadTable(id))!, 'sign_p').map((value) => Number(value.toPrecision(3)));
    expect(await p('table-25')).toEqual([0.688, 0.375, 1, 1, 0.25, 0.25, 0.625, 1]);
    expect(await p('table-23')).toEqual([1, 0.125, 1, 1, 0.69, 0.0106, 1, 0.263]);
    expect(winLossTable(await loadTable('table-22'))).toBeNull();
  });

  it.each([23, 44, 52])('of %i tasks, four wins without a loss exclude zero and three do not', (n) => {
    expect(winsToExcludeZero(n)).toBe(4);
    expect(exactInterval({ wins: 4, ties: n - 4, losses: 0 }).low).toBeGreaterThan(0);
    expect(exactInterval({ wins: 3, ties: n - 3, losses: 0 }).low).toBe(0);
  });
});
