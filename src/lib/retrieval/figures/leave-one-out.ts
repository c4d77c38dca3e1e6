import type { Figure } from '$lib/figure/figure';
import { stack } from '$lib/figure/blocks/stack';

export interface LeftOut {
  view: string;
  /** Shares in 0..1 of the fusion without the view. */
  complete: number;
}

const percent = (share: number): number => Math.round(share * 1000) / 10;

/** What is left of the fusion when one view is taken out: one bar a view, the whole fusion first. */
export function leaveOneOutFigure(
  whole: number,
  parts: readonly LeftOut[],
  { measure, data, states }: { measure: string; data: string; states: number },
): Figure {
  const rows = [
    { label: 'all views', value: whole, change: 0 },
    ...parts
      .toSorted((a, b) => a.complete - b.complete || (a.view < b.view ? -1 : 1))
      .map(({ view, complete }) => ({ label: `without ${view}`, value: complete, change: complete - whole })),
  ];
  const worst = rows.slice(1).filter(({ change }) => change < 0)[0];
  return {
    id: 'retrieve-leave-one-out',
    title: `${measure} when one view is left out`,
    summary:
      worst === undefined
        ? 'No view’s absence lowers the fusion here.'
        : `The fusion falls most, by ${percent(-worst.change)} points, ${worst.label}.`,
    source: `${data}, ${states} states, reciprocal-rank fusion; development figures where labels are public.`,
    table: {
      title: `${measure}: leave one view out`,
      columns: [
        { key: 'fusion', label: 'Fusion', kind: 'text' },
        { key: 'value', label: measure, kind: 'percent', digits: 1 },
        {
          key: 'change',
          label: 'Change',
          kind: 'percent',
          digits: 1,
          help: 'Against the fusion of all views.',
        },
      ],
      rows: rows.map(({ label, value, change }) => [label, value, change]),
      notes: [`${states} states of ${data}.`],
    },
    ...stack({
      rows: rows.map(({ label, value, change }) => ({
        label,
        parts: [
          {
            series: 0,
            value: percent(value),
            sentence: `${label}: ${percent(value)}%, ${change >= 0 ? '+' : '−'}${percent(Math.abs(change))} points`,
          },
        ],
      })),
      x: { label: `${measure} (%)` },
      series: [measure],
    }),
  };
}
