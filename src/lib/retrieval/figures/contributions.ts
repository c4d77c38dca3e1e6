import type { Figure } from '$lib/figure/figure';
import { stack } from '$lib/figure/blocks/stack';

export interface FusedUnit {
  label: string;
  /** Share of the fused score by voice, in the order of `voices`. */
  shares: readonly number[];
}

const SERIES = 6;
const milli = (value: number): number => Math.round(value * 1e5) / 100;

/** What each view gives to the leading units of a fused ranking: stacked bars; beyond six voices the least join. */
export function contributionsFigure(
  voices: readonly string[],
  units: readonly FusedUnit[],
  state: string,
): Figure {
  const totals = voices.map((_, v) => units.reduce((sum, { shares }) => sum + (shares[v] ?? 0), 0));
  const ranked = voices.map((_, v) => v).sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
  const own = ranked.slice(0, voices.length > SERIES ? SERIES - 1 : SERIES);
  const others = ranked.filter((v) => !own.includes(v));
  const groups = [
    ...own.map((v) => ({ label: voices[v] ?? '', members: [v] })),
    ...(others.length > 0 ? [{ label: 'other views', members: others }] : []),
  ];
  const share = (unit: FusedUnit, members: readonly number[]): number =>
    members.reduce((sum, v) => sum + (unit.shares[v] ?? 0), 0);
  return {
    id: 'retrieve-contributions',
    title: 'What each view gives to the leading units',
    summary: `Bars are fused scores in thousandths; parts are the views' shares, w / (k + rank) each. The first bar is rank 1.`,
    source: `State ${state}; the table holds every view’s share.`,
    table: {
      title: 'Shares of the fused score, in thousandths',
      columns: [
        { key: 'rank', label: 'Rank', kind: 'count' },
        { key: 'unit', label: 'Unit', kind: 'text' },
        ...voices.map((voice) => ({ key: voice, label: voice, kind: 'number' as const, digits: 2 })),
      ],
      rows: units.map(({ label, shares }, i) => [
        i + 1,
        label,
        ...voices.map((_, v) => (shares[v] ?? 0) * 1000),
      ]),
      notes: ['A share is w / (k + rank) x 1000; a view that does not place the unit gives 0.'],
    },
    ...stack({
      rows: units.map((unit, i) => ({
        label: `${i + 1}. ${unit.label}`,
        parts: groups.map(({ label, members }, series) => ({
          series,
          value: milli(share(unit, members)),
          sentence: `Rank ${i + 1}, ${unit.label}: ${label} gives ${milli(share(unit, members))} thousandths`,
        })),
      })),
      x: { label: 'fused score (thousandths)' },
      series: groups.map(({ label }) => label),
    }),
  };
}
