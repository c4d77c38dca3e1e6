import { describe, expect, it } from 'vitest';
import { compactTable } from '$lib/statistics/tables/compact';
import { toLatex } from '$lib/table/latex';
import { bestMethod, paperColumns } from '$lib/ui/compare/paper-columns';
import { compare, SETTINGS, syntheticBook, syntheticRuns } from '../../../support/comparison';

const [good, bad, worst] = syntheticRuns();
const part = { ...worst!, rankings: new Map([...worst!.rankings].slice(1)) };
const comparison = await compare(await syntheticBook([good!, bad!, part]), {
  ...SETTINGS,
  resamples: 500,
  strata: [],
});

describe('the table for a paper', () => {
  it('gives means and the lead of one method, whichever side it stood on; not-run methods have dashes', () => {
    const table = compactTable(comparison, 'ranked', ['mss_complete@5']);
    const one = comparison.results.find(
      ({ left, right, column }) => left === 'gathered' && right === 'ranked' && column === 'mss_complete@5',
    )!;
    const lead = String(table.rows[0]?.[2]);
    expect(table.rows.map(([method]) => method)).toEqual(['gathered', 'ranked', 'shuffled']);
    expect(table.rows[0]?.[1]).toBe(one.leftMean);
    expect(lead).toMatch(
      new RegExp(`^-${(one.difference * 100).toFixed(2)} \\[-\\d+\\.\\d\\d, -\\d+\\.\\d\\d\\]\\*†$`),
    );
    expect(table.rows[1]?.[2]).toBe('');
    expect(table.rows[2]?.slice(1)).toEqual([null, null]);
    expect(toLatex(table)).toContain('\\toprule');
  });

  it('shows the paper’s five headline columns where they were computed, and starts from the best method', () => {
    expect(paperColumns(comparison, 'x')).toEqual(['mss_complete@5', 'mss_complete@8', 'group_recall@5']);
    expect(
      paperColumns(
        { ...comparison, settings: { ...comparison.settings, columns: ['any_hit@1'] } },
        'any_hit@1',
      ),
    ).toEqual(['any_hit@1']);
    expect(bestMethod(comparison, 'mss_complete@5')).toBe('gathered');
    expect(bestMethod({ ...comparison, results: [] }, 'mss_complete@5')).toBe('gathered');
  });
});
