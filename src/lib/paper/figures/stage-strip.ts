import type { Figure, LegendItem, SvgNode, View } from '$lib/figure/figure';
import { seriesStyle, themeOf } from '$lib/figure/theme';
import { node } from '$lib/figure/tree';
import type { Strip } from '../diagram';
import type { PaperFacts } from '../schema';
import { show } from '../words';
import { stageLimits, stageSizes } from './three-stages';

/** A group of a demo certificate and where its units lie in the fused order. */
interface Place {
  label: string;
  ranks: number[];
}

/**
 * One pool in fused order with the needed units marked, above the windows that the three calls see: which facts a
 * plain top of the ranking misses and which call could still find them.
 */
export function stageStrip(facts: PaperFacts, strip: Strip): Figure {
  const limits = stageLimits(facts);
  const pool = strip.cells.length;
  const sizes = stageSizes(limits, pool);
  const windows = [
    { name: `first ${show(sizes.proposal)} of the ranking`, from: 0, to: sizes.proposal },
    { name: 'proposal may read', from: 0, to: sizes.seen[0] },
    { name: 'expansion may read', from: 0, to: Math.min(pool, sizes.proposal + sizes.seen[1]) },
  ];
  const places: Place[] = strip.groups.map((label, group) => ({
    label,
    ranks: [...strip.cells].flatMap((letter, at) => (letter === String(group + 1) ? [at + 1] : [])),
  }));
  const missed = places.filter(({ ranks }) => (ranks[0] ?? Infinity) > sizes.proposal);
  const legend = places.slice(0, 6).map(({ label }, series): LegendItem => ({ label, series, mark: 'dot' }));
  return {
    id: 'paper-stage-strip',
    title: 'Where the needed units lie in the fused ranking',
    summary: `Pool of ${show(pool)} units, ${show(places.length)} required ${places.length === 1 ? 'group' : 'groups'}; ${missed.length === 0 ? 'each has a unit' : `${show(missed.length)} of them ${missed.length === 1 ? 'has' : 'have'} no unit`} among the first ${show(sizes.proposal)} of the ranking.`,
    source: `Demo data, state ${strip.state_id} (${strip.boundary}); windows from section E.1 of the paper. The certificate is drawn for the reader: no call sees it.`,
    table: {
      title: 'Needed units by rank',
      columns: [
        { key: 'group', label: 'Required group', kind: 'text' },
        { key: 'first', label: 'Best rank', kind: 'count' },
        { key: 'ranks', label: 'Ranks of its units', kind: 'text' },
      ],
      rows: places.map(({ label, ranks }) => [label, ranks[0] ?? null, ranks.join(', ')]),
      notes: [`Pool of ${show(pool)} units.`],
    },
    legend,
    steps: places.flatMap(({ label, ranks }) =>
      ranks.map((rank) => `Rank ${show(rank)} of ${show(pool)}: a unit for ${label}`),
    ),
    drawing: { kind: 'svg', tree: (view) => picture(view, strip, places, windows) },
  };
}

function picture(
  view: View,
  { cells }: Strip,
  places: readonly Place[],
  windows: readonly { name: string; from: number; to: number }[],
): SvgNode {
  const { muted, wash, ink, grid } = themeOf(view);
  const cell = view.width / cells.length;
  const gap = cell > 4 ? 1 : 0.3;
  const base = [...cells].map((letter, at) =>
    node('rect', {
      x: at * cell + gap / 2,
      y: 24,
      width: cell - gap,
      height: 26,
      fill: letter === 'o' ? grid : wash,
      stroke: muted,
      'stroke-width': 0.4,
    }),
  );
  let step = 0;
  const marks = places.flatMap(({ ranks }, series) => {
    const { color } = seriesStyle(view, series);
    return ranks.map((rank) =>
      node('rect', {
        x: (rank - 1) * cell + gap / 2,
        y: 16 - (series % 3) * 4,
        width: Math.max(2, cell - gap),
        height: 34 + (series % 3) * 4,
        fill: color,
        'data-step': step++,
      }),
    );
  });
  const bars = windows.map(({ name, from, to }, row) => {
    const y = 66 + row * 26;
    return node(
      'g',
      {},
      node('path', {
        d: `M${String(from * cell)},${String(y)}H${String(to * cell)}`,
        stroke: ink,
        'stroke-width': 2,
      }),
      node('path', { d: `M${String(to * cell)},${String(y - 4)}v8`, stroke: ink, 'stroke-width': 2 }),
      node('text', { x: 0, y: y + 14, 'font-size': 11, fill: muted }, `${name}: to rank ${show(to)}`),
    );
  });
  return node('svg', { width: view.width, height: 70 + windows.length * 26 }, ...base, ...marks, ...bars);
}
