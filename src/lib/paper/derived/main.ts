import { contrastOf, factNumber, num, rowWhere, text } from '../cells';
import { methodNames } from '../figures/reference-curves';
import type { Published } from '../published';
import { check, half, type Check } from './check';

const metrics = {
  complete: 'mss_complete',
  group: 'group_recall',
  necessity: 'necessity_weighted_recall',
} as const;

/** Table 1 against the twelve released summaries: each cell is the mean over 500 states, to two decimals. */
export function fromReleased({ table, references }: Published): Check[] {
  const rows = table('table-01').rows;
  return rows.flatMap((row) => {
    const method = text(row, 'method');
    const released = references.find(({ name }) => methodNames.get(name) === method);
    return (['complete@5', 'complete@8', 'group@5', 'group@8', 'necessity@5'] as const).map((column) => {
      const [metric, k] = column.split('@') as [keyof typeof metrics, string];
      const value = (released?.metrics[`${metrics[metric]}@${k}`] ?? NaN) * 100;
      return check(
        'table-01',
        `${method}, ${column}, from the released summary`,
        num(row, column),
        value,
        half(2),
      );
    });
  });
}

/** Differences of table 12 and the text's Test500 contrasts from the cells they compare. */
export function differences({ table, facts }: Published): Check[] {
  const ours = rowWhere(table('table-01'), { method: 'MSS-Complement' });
  const theirs = rowWhere(table('table-01'), { method: 'Qwen3-Embed + Reranker-8B' });
  const stated = ['complete@5', 'complete@8', 'group@5', 'necessity@5'].map((metric) => {
    const printed = contrastOf(facts, `test500.${metric}`).difference;
    return check(
      'table-01',
      `stated lead in ${metric}`,
      printed,
      num(ours, metric) - num(theirs, metric),
      3 * half(2),
    );
  });
  const matched = table('table-12').rows.map((row) =>
    check(
      'table-12',
      `difference, ${text(row, 'condition')}`,
      num(row, 'difference'),
      num(row, 'ours') - num(row, 'qwen'),
      half(1),
    ),
  );
  const headroom = factNumber(facts, 'pool.oracle_complete@5') - num(theirs, 'complete@5');
  return [
    ...stated,
    ...matched,
    check(
      'table-01',
      'stated gap from the best baseline to the oracle',
      factNumber(facts, 'pool.headroom_baseline_to_oracle@5'),
      headroom,
      half(0),
    ),
  ];
}

/** Rows that several tables share must agree; table 4 follows from table 11 where the lengths meet. */
export function sharedRows({ table }: Published): Check[] {
  const pairs = [
    ['table-11', 'Qwen3 embed + reranker', 'Qwen3-Embed + Reranker-8B'],
    ['table-11', 'MSS-Complement', 'MSS-Complement'],
    ['table-04', 'MSS-Complement', 'MSS-Complement'],
    ['table-04', 'Qwen3 embed + reranker (fixed 7)', 'Qwen3-Embed + Reranker-8B'],
  ] as const;
  return pairs.map(([id, method, same]) => {
    const printed = num(rowWhere(table(id), { method }), 'complete@5');
    return check(
      id,
      `${method}, complete@5, as in table 1`,
      printed,
      num(rowWhere(table('table-01'), { method: same }), 'complete@5'),
      0,
    );
  });
}

const attributions = [
  ['attribution.policy.complete@5', 'MSS-Complement', 'Independent similarity (fixed 7)'],
  ['attribution.objective', 'No feedback (fixed 7)', 'Independent similarity (fixed 7)'],
  ['attribution.adaptive_sizing', 'No feedback (adaptive 4-8)', 'No feedback (fixed 7)'],
  ['attribution.feedback', 'MSS-Complement', 'No feedback (adaptive 4-8)'],
  ['attribution.stages', 'MSS-Complement', 'Single-stage MSS proposal'],
] as const;

/** The attribution contrasts from table 4. */
export function attributionSteps({ table, facts }: Published): Check[] {
  const at = (method: string) => num(rowWhere(table('table-04'), { method }), 'complete@5');
  return attributions.map(([id, left, right]) =>
    check(
      'table-04',
      `stated difference, ${left} minus ${right}`,
      contrastOf(facts, id).difference,
      at(left) - at(right),
      half(2),
    ),
  );
}
