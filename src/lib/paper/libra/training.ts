import { curves } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import { num } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

/** The printed points of the sympy run: steep first, then flat. Between them nothing is printed. */
export function libraTraining(table: PaperTable): Figure {
  const points = table.rows.map((row) => {
    const y = num(row, 'test_file_accuracy');
    const x = num(row, 'instances');
    return {
      x,
      y,
      sentence: `Step ${show(num(row, 'step'))}, ${show(x)} instances seen: ${show(y)}% of the test files found`,
    };
  });
  const [start, early, late] = points;
  const share = (((early?.y ?? 0) - (start?.y ?? 0)) / ((late?.y ?? 1) - (start?.y ?? 0))) * 100;
  return {
    id: 'libra-training',
    title: 'Training the catalogs of sympy: test file accuracy',
    summary: `From ${show(start?.y ?? 0)}% to ${show(early?.y ?? 0)}% in the first printed interval and ${show(late?.y ?? 0)}% at the plateau: the first steps bring ${show(Math.round(share))}% of the printed gain. Only the printed points are data; the line between them is a guide.`,
    source: sourceOf(table, '300 held-out instances, GPT-5-mini with 5 turns.'),
    table: tableView(table),
    ...curves({
      curves: [{ label: 'held-out test set, printed points', series: 0, points }],
      x: { label: 'training instances seen' },
      y: { label: 'file accuracy (%)', domain: [50, 100] },
      height: 300,
    }),
  };
}
