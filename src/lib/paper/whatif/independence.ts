import { curves, type Curve } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import { show } from '../words';

const groupCounts = [1, 2, 3, 4, 5, 6];

/** Why a good ranker still fails: if each group is found with chance r, all of m are found with chance r to the m. */
export function independenceFigure(recalls: readonly number[]): Figure {
  const lines = recalls.map((recall, series): Curve => ({
    label: `each group found in ${show(recall * 100)}%`,
    series,
    points: groupCounts.map((groups) => {
      const y = recall ** groups * 100;
      return {
        x: groups,
        y,
        sentence: `Group recall ${show(recall * 100)}%, ${show(groups)} groups: ${show(y)}% complete`,
      };
    }),
  }));
  return {
    id: 'whatif-independence',
    title: 'Group recall is not completion',
    summary: `If groups were found independently, a group recall of ${show((recalls[0] ?? 0) * 100)}% would complete ${show(lines[0]?.points[2]?.y ?? 0)}% of the needs with three groups.`,
    source:
      'Computed: recall to the power of the groups, under independence. Real rankings are not independent; tables 1 and 16 show what they do.',
    table: {
      title: 'Completion (%) under independence',
      columns: [
        { key: 'groups', label: 'Groups', kind: 'count' },
        ...recalls.map((recall) => ({
          key: `r${String(recall)}`,
          label: `Recall ${show(recall * 100)}% (%)`,
          kind: 'number' as const,
          digits: 2,
        })),
      ],
      rows: groupCounts.map((groups, at) => [groups, ...lines.map(({ points }) => points[at]?.y ?? null)]),
      notes: [],
    },
    ...curves({
      curves: lines,
      x: { label: 'required groups', ticks: groupCounts, format: String },
      y: { label: 'complete (%)', domain: [0, 100] },
      height: 300,
    }),
  };
}
