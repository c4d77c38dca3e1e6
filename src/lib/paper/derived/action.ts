import { factNumber, interval, num, rowWhere, text } from '../cells';
import type { Published } from '../published';
import { exactInterval } from '../reanalysis/win-loss';
import { check, half, type Check } from './check';

const full: Record<string, string> = {
  'Qwen3 Embed': 'Qwen3 Embedding',
  'Qwen3 + Reranker': 'Qwen3 Embedding + Reranker',
  'MSS-Complement': 'MSS-Complement',
  'Oracle - 1 group': 'Oracle minus one group',
  'Oracle-MSS': 'Oracle-MSS',
};

/** Table 2, left half: fixed-slot precision and completeness from the counts of tables 20 and 21. */
export function actionShares({ table, facts }: Published): Check[] {
  const slots = factNumber(facts, 'action52.target_slots');
  return table('table-02')
    .rows.filter((row) => row.cohort === 'Action52')
    .flatMap((row) => {
      const evidence = full[text(row, 'condition')] ?? '';
      const counts = rowWhere(table('table-20'), { evidence, executor: 'DeepSeek' });
      const complete = (num(counts, 'complete_count') / num(counts, 'complete_of')) * 100;
      const precision = (['DeepSeek', 'Claude'] as const).map((executor) => {
        const precise = num(rowWhere(table('table-21'), { evidence, executor }), 'precise');
        const printed = num(row, `precision_${executor.toLowerCase()}`);
        return check(
          'table-02',
          `${evidence}, ${executor}: precise targets of ${String(slots)}`,
          printed,
          (precise / slots) * 100,
          half(2),
        );
      });
      return [
        check('table-02', `${evidence}: complete of tasks`, num(row, 'complete_mss'), complete, half(2)),
        ...precision,
      ];
    });
}

/** Table 21: raw precision is precise over emitted. */
export function rawPrecision({ table }: Published): Check[] {
  return table('table-21').rows.map((row) => {
    const emitted = ['precise', 'coarse', 'wrong', 'other'].reduce((sum, name) => sum + num(row, name), 0);
    const what = `${text(row, 'executor')}, ${text(row, 'evidence')}: precise of ${String(emitted)} emitted`;
    return check('table-21', what, num(row, 'raw_precision'), (num(row, 'precise') / emitted) * 100, half(2));
  });
}

const pairs: Record<string, [string, string]> = {
  'MSS - Qwen': ['MSS-Complement', 'Qwen3 Embedding'],
  'Oracle - MSS': ['Oracle-MSS', 'MSS-Complement'],
  'Oracle - missing group': ['Oracle-MSS', 'Oracle minus one group'],
  'Reranker - Embedding': ['Qwen3 Embedding + Reranker', 'Qwen3 Embedding'],
  'MSS-Complement - Reranker': ['MSS-Complement', 'Qwen3 Embedding + Reranker'],
};

/** Tables 22 and 23: differences of the means in tables 20 and 21; each mean is rounded to a hundredth. */
export function actionDifferences({ table, facts }: Published): Check[] {
  const slots = factNumber(facts, 'action52.target_slots');
  return ['table-22', 'table-23'].flatMap((id) =>
    table(id).rows.map((row) => {
      const [left, right] = pairs[text(row, 'comparison')] ?? ['', ''];
      const executor = text(row, 'executor');
      const precision = row.endpoint === 'Fixed-slot target precision';
      const of = (evidence: string) =>
        precision
          ? (num(rowWhere(table('table-21'), { evidence, executor }), 'precise') / slots) * 100
          : num(rowWhere(table('table-20'), { evidence, executor }), 'reference_file_recall');
      const what = `${executor}, ${text(row, 'comparison')}${precision ? ', precision' : ', recall'}`;
      return check(id, what, num(row, 'difference'), of(left) - of(right), precision ? half(2) : 3 * half(2));
    }),
  );
}

/** Wins, ties and losses sum to the tasks; where each task counts once they also give the difference. */
export function pairedCounts({ table, facts }: Published): Check[] {
  const sums = (['table-23', 'table-25'] as const).flatMap((id) => {
    const tasks = factNumber(facts, id === 'table-23' ? 'action52.tasks' : 'fresh23.tasks');
    return table(id).rows.map((row, at) =>
      check(
        id,
        `row ${String(at + 1)}: wins, ties and losses are all tasks`,
        tasks,
        num(row, 'wins') + num(row, 'ties') + num(row, 'losses'),
        0,
      ),
    );
  });
  const tasks = factNumber(facts, 'fresh23.tasks');
  const differences = table('table-25').rows.map((row, at) =>
    check(
      'table-25',
      `row ${String(at + 1)}: wins minus losses over tasks`,
      num(row, 'difference'),
      ((num(row, 'wins') - num(row, 'losses')) / tasks) * 100,
      half(2),
    ),
  );
  return [...sums, ...differences];
}

/** Table 24: percentages of 23, and the right half of table 2. */
export function freshShares({ table, facts }: Published): Check[] {
  const tasks = factNumber(facts, 'fresh23.tasks');
  const shares = table('table-24').rows.flatMap((row) =>
    (['strict', 'fail_to_pass'] as const).map((key) =>
      check(
        'table-24',
        `${text(row, 'condition')}, ${key} of ${String(tasks)}`,
        num(row, `${key}_percent`),
        (num(row, key) / tasks) * 100,
        half(2),
      ),
    ),
  );
  const repeated = table('table-02')
    .rows.filter((row) => row.cohort === 'Fresh23')
    .flatMap((row) => {
      const condition = full[text(row, 'condition')] ?? text(row, 'condition');
      const same = rowWhere(table('table-24'), { condition });
      return [
        check(
          'table-02',
          `${condition}, strict, as in table 24`,
          num(row, 'resolved_strict'),
          num(same, 'strict'),
          0,
        ),
        check(
          'table-02',
          `${condition}, fail-to-pass, as in table 24`,
          num(row, 'resolved_fail_to_pass'),
          num(same, 'fail_to_pass'),
          0,
        ),
        check(
          'table-02',
          `${condition}, tokens, as in table 24`,
          num(row, 'mean_tokens_per_task'),
          num(same, 'mean_tokens_per_task'),
          0,
        ),
      ];
    });
  return [...shares, ...repeated];
}

/** Every printed interval holds its difference. */
export function intervalsHold({ table }: Published): Check[] {
  return ['table-22', 'table-23', 'table-25'].flatMap((id) =>
    table(id).rows.map((row, at) => {
      const { low, high } = interval(row, 'interval');
      const inside = Math.min(Math.max(num(row, 'difference'), low), high);
      return check(
        id,
        `row ${String(at + 1)}: the difference lies in its interval`,
        num(row, 'difference'),
        inside,
        0,
      );
    }),
  );
}

/** Table 25: each task counts once, so the intervals are the exact quantiles of resampled counts. */
export function fresh23Intervals({ table }: Published): Check[] {
  return table('table-25').rows.flatMap((row) => {
    const printed = interval(row, 'interval');
    const { low, high } = exactInterval({
      wins: num(row, 'wins'),
      ties: num(row, 'ties'),
      losses: num(row, 'losses'),
    });
    const what = `${text(row, 'endpoint')}, ${text(row, 'contrast')}`;
    return [
      check('table-25', `${what}: lower end from the counts`, printed.low, low, half(2)),
      check('table-25', `${what}: upper end from the counts`, printed.high, high, half(2)),
    ];
  });
}
