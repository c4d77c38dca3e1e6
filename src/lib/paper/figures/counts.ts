import { stack } from '$lib/figure/blocks/stack';
import type { Figure } from '$lib/figure/figure';
import { num, numOrNull, text } from '../cells';
import type { PaperFacts, PaperTable } from '../schema';
import { factNumber } from '../cells';
import { sourceOf, tableView } from '../table-view';
import { heading, show } from '../words';

const verdicts = ['accept', 'revise', 'rebuild', 'unscorable', 'uncertain'];

/** Table 7: what the three model reviewers recommended. */
export function reviewers(table: PaperTable): Figure {
  return {
    id: 'paper-reviewers',
    title: 'Recommendations of the three model reviewers',
    summary:
      'The reviewers differ widely: one asks mostly for rebuilding, one mostly for revision, the arbiter is often uncertain.',
    source: sourceOf(table, 'Certificates reviewed: 500, 500 and 455; signals, not label changes.'),
    table: tableView(table),
    ...stack({
      rows: table.rows.map((row) => ({
        label: text(row, 'reviewer'),
        parts: verdicts.map((verdict, series) => {
          const value = numOrNull(row, verdict) ?? 0;
          return {
            series,
            value,
            sentence: `${text(row, 'reviewer')}: ${show(value)} of ${show(num(row, 'rows'))} ${verdict}`,
          };
        }),
      })),
      x: { label: 'certificates' },
      series: verdicts,
    }),
  };
}

const boundaries = ['before_search', 'after_search', 'after_file_inspection', 'before_edit'];

/** Table 13: the boundaries at which the states of each overlap stratum were captured. */
export function boundaryStrata(table: PaperTable): Figure {
  return {
    id: 'paper-boundaries',
    title: 'Overlap strata by decision boundary',
    summary:
      'States captured before search never overlap and almost all states after search do, so the strata differ in stage as well as in overlap.',
    source: sourceOf(table, '500 Test500 states.'),
    table: tableView(table),
    ...stack({
      rows: table.rows.map((row) => ({
        label: text(row, 'stratum'),
        parts: boundaries.map((boundary, series) => ({
          series,
          value: num(row, boundary),
          sentence: `${text(row, 'stratum')}: ${show(num(row, boundary))} states ${heading(boundary).toLowerCase()}`,
        })),
      })),
      x: { label: 'states' },
      series: boundaries.map((boundary) => heading(boundary).toLowerCase()),
    }),
  };
}

/** Section B.2: how many states need how many groups. */
export function groupCounts(facts: PaperFacts): Figure {
  const rows = [1, 2, 3, 4, 5, 6].map((groups) => ({
    groups,
    states: factNumber(facts, `test500.groups.${String(groups)}`),
  }));
  const total = factNumber(facts, 'test500.states');
  return {
    id: 'paper-group-counts',
    title: 'Required groups per Test500 state',
    summary: `${show(factNumber(facts, 'test500.groups.at_least_2'))} of ${show(total)} states need at least two groups; the mean is ${String(factNumber(facts, 'test500.groups.mean'))}.`,
    source: `Section B.2 of the paper; ${show(total)} Test500 states.`,
    table: {
      title: 'States by required groups',
      columns: [
        { key: 'groups', label: 'Required groups', kind: 'count' },
        { key: 'states', label: 'States', kind: 'count' },
      ],
      rows: rows.map(({ groups, states }) => [groups, states]),
      notes: [],
    },
    ...stack({
      rows: rows.map(({ groups, states }) => ({
        label: groups === 1 ? '1 group' : `${String(groups)} groups`,
        parts: [{ series: 0, value: states, sentence: `${String(groups)} required: ${show(states)} states` }],
      })),
      x: { label: 'states' },
      series: ['states'],
    }),
  };
}
