import { stack } from '$lib/figure/blocks/stack';
import type { Figure } from '$lib/figure/figure';
import { factNumber, num, text } from '../cells';
import type { PaperFacts, PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

/** How many test instances healing helped and hurt; the unchanged rest follows from the denominator. */
export function libraInstances(table: PaperTable, facts: PaperFacts): Figure {
  const total = factNumber(facts, 'sympy.test');
  const printed = table.rows.map((row) => ({ name: text(row, 'outcome'), value: num(row, 'instances') }));
  const rest = total - printed.reduce((sum, { value }) => sum + value, 0);
  const parts = [...printed, { name: 'unchanged (computed)', value: rest }];
  const view = tableView(table);
  return {
    id: 'libra-instances',
    title: 'What healing did to single test instances',
    summary: parts.map(({ name, value }) => `${show(value)} of ${show(total)} ${name}`).join(', ') + '.',
    source: sourceOf(table, 'Early against later pass rate of each instance.'),
    table: {
      ...view,
      rows: [...view.rows, ['unchanged (computed)', rest, Math.round((rest / total) * 1000) / 10]],
    },
    ...stack({
      rows: [
        {
          label: 'sympy test set',
          parts: parts.map(({ name, value }, series) => ({
            series,
            value,
            sentence: `${name}: ${show(value)} of ${show(total)} instances`,
          })),
        },
      ],
      x: { label: 'instances' },
      series: parts.map(({ name }) => name),
    }),
  };
}

/** Where the money of one epoch on django went. */
export function libraCost(table: PaperTable): Figure {
  const parts = table.rows.filter((row) => row.part !== 'total');
  const total = num(table.rows.at(-1) ?? {}, 'cost');
  return {
    id: 'libra-cost',
    title: 'Training cost of one epoch on django',
    summary: `The Healer takes ${show(Math.round((num(parts[1] ?? {}, 'cost') / total) * 100))}% of ${show(total)} US dollars; the Solver's evaluation the rest.`,
    source: sourceOf(table, 'US dollars at list prices.'),
    table: tableView(table),
    ...stack({
      rows: [
        {
          label: 'django, one epoch',
          parts: parts.map((row, series) => ({
            series,
            value: num(row, 'cost'),
            sentence: `${text(row, 'part')}: ${num(row, 'cost').toFixed(2)} US dollars`,
          })),
        },
      ],
      x: { label: 'US dollars' },
      series: parts.map((row) => text(row, 'part')),
    }),
  };
}
