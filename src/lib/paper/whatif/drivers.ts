import { curves, type Curve } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import { show } from '../words';
import { uniformComplete } from './synthetic';

const groupCounts = [1, 2, 3, 4, 5, 6];
/** The released pools hold 20 to 120 units. */
const pools = [20, 40, 80, 120];

/** How group count and pool size drive the chance of a complete answer, at one k. */
export function driversFigure({ k, alternatives }: { k: number; alternatives: number }): Figure {
  const lines = pools.map((pool, series): Curve => ({
    label: `pool of ${show(pool)}`,
    series,
    points: groupCounts.map((groups) => {
      const y = uniformComplete({ groups, alternatives, pool }, k) * 100;
      return { x: groups, y, sentence: `Pool of ${show(pool)}, ${show(groups)} groups: ${show(y)}%` };
    }),
  }));
  return {
    id: 'whatif-drivers',
    title: `What makes a blind choice of ${show(k)} fail: groups and pool`,
    summary: `Each further group multiplies the difficulty: in a pool of ${show(pools[0] ?? 0)} the chance falls from ${show(lines[0]?.points[0]?.y ?? 0)}% with one group to ${show(lines[0]?.points[2]?.y ?? 0)}% with three; a larger pool thins every group.`,
    source: `Computed exactly for made-up needs with ${show(alternatives)} alternatives a group that share no unit.`,
    table: {
      title: `Chance (%) that ${show(k)} units complete the need`,
      columns: [
        { key: 'groups', label: 'Groups', kind: 'count' },
        ...pools.map((pool) => ({
          key: `pool${String(pool)}`,
          label: `Pool of ${String(pool)} (%)`,
          kind: 'number' as const,
          digits: 4,
        })),
      ],
      rows: groupCounts.map((groups, at) => [groups, ...lines.map(({ points }) => points[at]?.y ?? null)]),
      notes: [],
    },
    ...curves({
      curves: lines,
      x: { label: 'required groups', ticks: groupCounts, format: String },
      y: { label: 'complete (%)', domain: [0, 100] },
    }),
  };
}
