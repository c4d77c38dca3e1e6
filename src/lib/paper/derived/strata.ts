import { contrastOf, factNumber, num, rowWhere, text } from '../cells';
import type { Published } from '../published';
import { check, half, type Check } from './check';

const columns = ['complete@5', 'complete@8', 'group@5', 'group@8', 'necessity@5'];

/** Table 14: the strata, weighted by their states, give table 1; three roundings of half a hundredth meet. */
export function overlapWeights({ table }: Published): Check[] {
  const all = table('table-01').rows;
  return all.flatMap((row) => {
    const method = text(row, 'method');
    const parts = table('table-14').rows.filter((one) => one.method === method);
    const states = parts.reduce((sum, one) => sum + num(one, 'states'), 0);
    return columns.map((column) => {
      const mean = parts.reduce((sum, one) => sum + num(one, 'states') * num(one, column), 0) / states;
      return check(
        'table-14',
        `${method}, ${column}: strata weighted by states give table 1`,
        num(row, column),
        mean,
        2 * half(2),
      );
    });
  });
}

/** Table 15 and the same contrasts in the text, from the cells of table 14. */
export function overlapLeads({ table, facts }: Published): Check[] {
  return table('table-15').rows.flatMap((row) => {
    const stratum = text(row, 'stratum');
    const of = (method: string, metric: string) =>
      num(rowWhere(table('table-14'), { stratum, method }), metric);
    return ['complete@5', 'complete@8'].flatMap((metric) => {
      const printed = num(row, `${metric}_difference`);
      const lead = of('MSS-Complement', metric) - of('Qwen3-Embed + Reranker-8B', metric);
      const id = `overlap.${stratum.startsWith('No') ? 'without' : 'with'}.${metric}`;
      return [
        check('table-15', `${stratum}, lead in ${metric}`, printed, lead, 3 * half(2)),
        check(
          'table-15',
          `${stratum}, ${metric}: text and table agree`,
          printed,
          contrastOf(facts, id).difference,
          0,
        ),
      ];
    });
  });
}

/** Table 16: differences of its cells, and the strata weighted by states give the last row. */
export function groupStrata({ table }: Published): Check[] {
  const rows = table('table-16').rows;
  const parts = rows.filter((row) => row.required_groups !== 'All');
  const all = rowWhere(table('table-16'), { required_groups: 'All' });
  const leads = rows.flatMap((row) =>
    ['5', '8'].map((k) => {
      const lead = num(row, `mss_complete@${k}`) - num(row, `qwen_complete@${k}`);
      return check(
        'table-16',
        `${text(row, 'required_groups')} groups, lead at ${k}`,
        num(row, `difference@${k}`),
        lead,
        3 * half(2),
      );
    }),
  );
  const totals = ['qwen_complete@5', 'mss_complete@5', 'qwen_complete@8', 'mss_complete@8'].map((column) => {
    const mean =
      parts.reduce((sum, row) => sum + num(row, 'states') * num(row, column), 0) / num(all, 'states');
    return check(
      'table-16',
      `${column}: strata weighted by states give the total`,
      num(all, column),
      mean,
      2 * half(2),
    );
  });
  return [...leads, ...totals];
}

/** The strata of at least two groups in the text, pooled from table 16. */
export function pooledGroups({ table, facts }: Published): Check[] {
  const parts = ['2', '>=3'].map((required_groups) => rowWhere(table('table-16'), { required_groups }));
  const states = parts.reduce((sum, row) => sum + num(row, 'states'), 0);
  return ['5', '8'].map((k) => {
    const mean =
      parts.reduce((sum, row) => sum + num(row, 'states') * num(row, `difference@${k}`), 0) / states;
    const printed = contrastOf(facts, `test500.groups_2plus.complete@${k}`).difference;
    return check('table-16', `two or more groups pooled, lead at ${k}`, printed, mean, 2 * half(2));
  });
}

/** Table 17: states outside the coverable cohort cannot complete, so its rates scale to all states. */
export function discoveryCohorts({ table, facts }: Published): Check[] {
  const coverable = factNumber(facts, 'discovery.coverable_states');
  const states = factNumber(facts, 'discovery.states');
  const [qwen, ours] = table('table-17').rows;
  const scaled = table('table-17').rows.flatMap((row) =>
    ['5', '8'].map((k) =>
      check(
        'table-17',
        `${text(row, 'method')}, complete@${k}: coverable rate times ${String(coverable)}/${String(states)}`,
        num(row, `all_complete@${k}`),
        (num(row, `coverable_complete@${k}`) * coverable) / states,
        2 * half(2),
      ),
    ),
  );
  const leads = (['all', 'coverable'] as const).map((cohort) =>
    check(
      'table-17',
      `stated lead, ${cohort} states, at 5`,
      contrastOf(facts, `discovery.${cohort}.complete@5`).difference,
      num(ours ?? {}, `${cohort}_complete@5`) - num(qwen ?? {}, `${cohort}_complete@5`),
      3 * half(2),
    ),
  );
  const coverage = factNumber(facts, 'discovery.complete_certificate_coverage@1000');
  return [
    ...scaled,
    ...leads,
    check('table-17', 'stated coverage of certificates', coverage, (coverable / states) * 100, half(2)),
  ];
}
