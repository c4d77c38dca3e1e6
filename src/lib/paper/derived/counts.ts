import { factNumber, num, numOrNull, rowWhere, text } from '../cells';
import type { Published } from '../published';
import { check, half, type Check } from './check';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Tables 6 and 13: boundaries add up, in each stratum and over the strata. */
export function boundaryTotals({ table }: Published): Check[] {
  const keys = ['before_search', 'after_search', 'after_file_inspection', 'before_edit'];
  const names = ['Before search', 'After search', 'After file inspection', 'Before edit'];
  const strata = table('table-13').rows;
  return [
    ...strata.map((row) =>
      check(
        'table-13',
        `${text(row, 'stratum')}: boundaries add up`,
        num(row, 'total'),
        sum(keys.map((key) => num(row, key))),
        0,
      ),
    ),
    ...keys.map((key, at) => {
      const printed = num(rowWhere(table('table-06'), { name: names[at] ?? '' }), 'states');
      return check(
        'table-06',
        `${names[at] ?? ''}: strata of table 13 add up`,
        printed,
        sum(strata.map((row) => num(row, key))),
        0,
      );
    }),
  ];
}

/** Table 7: each reviewer's recommendations are all rows reviewed. */
export function reviewTotals({ table }: Published): Check[] {
  const verdicts = ['accept', 'revise', 'rebuild', 'unscorable', 'uncertain'];
  return table('table-07').rows.map((row) =>
    check(
      'table-07',
      `${text(row, 'reviewer')}: recommendations add up`,
      num(row, 'rows'),
      sum(verdicts.map((name) => numOrNull(row, name) ?? 0)),
      0,
    ),
  );
}

/** Section B.2: the states by groups are all states, with the stated mean. */
export function groupTotals({ facts }: Published): Check[] {
  const counts = [1, 2, 3, 4, 5, 6].map((groups) => factNumber(facts, `test500.groups.${String(groups)}`));
  const states = factNumber(facts, 'test500.states');
  const mean = sum(counts.map((count, at) => count * (at + 1))) / states;
  return [
    check('table-16', 'states by groups are all states', states, sum(counts), 0),
    check('table-16', 'mean number of groups', factNumber(facts, 'test500.groups.mean'), mean, half(3)),
  ];
}

/** Table 9: shares of the audit and the prevalence-adjusted agreement 2p - 1. */
export function auditShares({ table, facts }: Published): Check[] {
  const counted = table('table-09').rows.filter((row) => row.percent !== null && row.of !== null);
  const shares = counted.map((row) =>
    check(
      'table-09',
      text(row, 'property'),
      num(row, 'percent'),
      (num(row, 'count') / num(row, 'of')) * 100,
      half(2),
    ),
  );
  const pabak = (name: string, part: string, whole: string) =>
    check(
      'table-09',
      `2p - 1 on ${name}s`,
      factNumber(facts, `audit.pabak_${name}`),
      (2 * factNumber(facts, part)) / factNumber(facts, whole) - 1,
      half(3),
    );
  return [
    ...shares,
    pabak('state', 'audit.accepted_by_both', 'audit.states'),
    pabak('group', 'audit.groups_agreeing_all_fields', 'audit.groups'),
  ];
}

/** Tables 18 and 19: percentages of small cohorts are whole numbers of states. */
export function wholeStates({ table, facts }: Published): Check[] {
  const whole = (id: string, of: number, columns: string[], label: string) =>
    table(id).rows.flatMap((row) =>
      columns.map((column) => {
        const printed = num(row, column);
        const states = Math.round((printed / 100) * of);
        return check(
          id,
          `${text(row, label)}, ${column}: ${String(states)} of ${String(of)} states`,
          printed,
          (states / of) * 100,
          half(2),
        );
      }),
    );
  return [
    ...whole(
      'table-18',
      factNumber(facts, 'cal120.states'),
      ['complete@5', 'complete@8', 'returned_completion'],
      'setting',
    ),
    ...whole('table-19', factNumber(facts, 'prospective44.states'), ['complete@5'], 'controller'),
  ];
}
