import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import type { Table } from '$lib/table/table';
import { range, signed } from '../words';
import type { Interval } from '../schema';

export interface Effect {
  label: string;
  difference: number;
  interval: Interval | null;
}

const excludesZero = ({ low, high }: Interval): boolean => low > 0 || high < 0;

/** Differences with their published intervals against a line at zero. */
export function forest(
  words: { id: string; title: string; source: string },
  effects: readonly Effect[],
  table: Table,
): Figure {
  const known = effects.filter(({ interval }) => interval !== null);
  const clear = known.filter(({ interval }) => interval !== null && excludesZero(interval));
  const ends = effects.flatMap(({ difference, interval }) => [
    difference,
    interval?.low ?? 0,
    interval?.high ?? 0,
  ]);
  const margin = 1;
  return {
    ...words,
    summary: `${String(effects.length)} differences in points; ${String(known.length)} have a published interval and ${String(clear.length)} of those exclude zero.`,
    table,
    ...dotRows({
      x: {
        label: 'difference (points)',
        domain: [Math.floor(Math.min(0, ...ends) - margin), Math.ceil(Math.max(0, ...ends) + margin)],
        format: signed,
      },
      series: ['difference'],
      rule: 0,
      rows: effects.map(({ label, difference, interval }) => ({
        label,
        points: [
          {
            series: 0,
            x: difference,
            interval,
            sentence: `${label}: ${signed(difference)} points, ${interval ? `95% interval ${range(interval)}` : 'no interval printed'}`,
          },
        ],
      })),
    }),
  };
}
