import type { Figure } from '$lib/figure/figure';
import { interval, num, text } from '../cells';
import type { PaperFacts, PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { forest } from './forest';

/** The contrasts that the text states, as a forest plot; `prefix` picks a family such as `test500`. */
export function statedContrasts(facts: PaperFacts, prefix: 'test500' | 'attribution' | 'discovery'): Figure {
  const found = facts.contrasts.filter(({ id }) => id.startsWith(`${prefix}.`));
  const table = {
    title: 'Contrasts stated in the text',
    columns: [
      { key: 'left', label: 'Left', kind: 'text' as const },
      { key: 'right', label: 'Right', kind: 'text' as const },
      { key: 'metric', label: 'Metric', kind: 'text' as const },
      { key: 'cohort', label: 'Cohort', kind: 'text' as const },
      ...['difference', 'low', 'high'].map((key) => ({
        key,
        label: `${key} (points)`,
        kind: 'number' as const,
        digits: 2,
      })),
      { key: 'section', label: 'Section', kind: 'text' as const },
    ],
    rows: found.map(({ left, right, metric, cohort, difference, interval: ends, section }) => [
      left,
      right,
      metric,
      cohort,
      difference,
      ends?.low ?? null,
      ends?.high ?? null,
      section,
    ]),
    notes: ['95% percentile intervals, 20,000 paired resamples clustered by repository; no seed is stated.'],
  };
  const titles = {
    test500: 'MSS-Complement against the reranker on Test500 and its strata',
    attribution: 'What each part of the method adds on Test500',
    discovery: 'MSS-Complement against the reranker in gold-blind discovery',
  };
  return forest(
    {
      id: `paper-contrasts-${prefix}`,
      title: titles[prefix],
      source: `Text of the paper, sections ${[...new Set(found.flatMap(({ section }) => section.split(', ')))].sort().join(', ')}. 20,000 paired repository-clustered resamples; no seed is stated.`,
    },
    found.map(({ left, right, metric, cohort, difference, interval: ends }) => ({
      label:
        prefix === 'attribution'
          ? `${left} − ${right}, ${metric}${cohort === 'Test500' ? '' : ` (${cohort})`}`
          : `${cohort}, ${metric}`,
      difference,
      interval: ends,
    })),
    table,
  );
}

/** Table 15: the lead in each overlap stratum at five and eight units. */
export function overlapForest(table: PaperTable): Figure {
  const effects = ['complete@5', 'complete@8'].flatMap((metric) =>
    table.rows.map((row) => ({
      label: `${text(row, 'stratum')}, ${metric}`,
      difference: num(row, `${metric}_difference`),
      interval: interval(row, `${metric}_interval`),
    })),
  );
  const words = {
    id: 'paper-overlap-forest',
    title: 'Lead over the reranker in each overlap stratum',
    source: sourceOf(
      table,
      '20,000 paired resamples clustered by repository within the stratum, seed 20260915.',
    ),
  };
  return forest(words, effects, tableView(table));
}

/** Tables 22, 23 and 25: paired differences of the action cohorts. */
export function actionForest(table: PaperTable): Figure {
  const place = ['endpoint', 'executor'].filter((name) =>
    table.columns.some((column) => column.name === name),
  );
  const subject = table.columns.some(({ name }) => name === 'contrast') ? 'contrast' : 'comparison';
  const effects = table.rows.map((row) => ({
    label: [...place, subject].map((name) => text(row, name)).join(', '),
    difference: num(row, 'difference'),
    interval: interval(row, 'interval'),
  }));
  const words = {
    id: `paper-forest-${table.id.slice(-2)}`,
    title: table.title,
    source: sourceOf(table, table.notes[0] ?? ''),
  };
  return forest(words, effects, tableView(table));
}
