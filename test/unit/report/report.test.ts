import { unzipSync, zipSync, strToU8, strFromU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { standaloneSvg } from '$lib/figure/standalone';
import { reportZip } from '$lib/report/bundle';
import { openReport } from '$lib/report/open';
import { methodsParagraph } from '$lib/report/paragraph';
import { makeReport, parseReport, printReport } from '$lib/report/report';
import { verifyReport } from '$lib/report/verify';
import { forestFigure } from '$lib/statistics/figures/forest';
import { contrastTable } from '$lib/statistics/tables/contrasts';
import { compare, compute, SETTINGS, syntheticBook, syntheticRuns } from '../../support/comparison';
import { newDocument } from '../../support/document';

const [good, bad, worst] = syntheticRuns();
const failing = { ...bad!, failed: new Set(['state-03', 'state-07']) };
const book = await syntheticBook([good!, failing, { ...worst!, rankings: new Map() }]);
const comparison = await compare(book, { ...SETTINGS, resamples: 500 });
const provenance = {
  split: 'a synthetic split',
  items: { name: 'items.jsonl', sha256: 'aa' },
  labels: { name: 'labels.jsonl', sha256: 'bb' },
  runs: [{ method: 'gathered', origin: 'file:x', configurationHash: null, rowsSha256: 'cc', failed: 0 }],
  kernel: 'wasm-simd',
};
const report = makeReport(book, comparison, provenance, '2026-11-30T12:00:00Z');

const zip = () =>
  reportZip({
    report,
    tables: [{ name: 'pairs', table: contrastTable(comparison) }],
    figures: [
      forestFigure(comparison, {
        column: 'mss_complete@5',
        anchor: null,
        treatment: 'failed = 0',
        published: [],
      }),
    ],
    draw: (figure) =>
      Promise.resolve({
        svg: standaloneSvg(figure, { width: 700, dark: false, focus: null }, newDocument(), {
          version: 'v',
          hash: 'h',
        }),
        png: new Uint8Array([1, 2]),
      }),
  });

describe('a report', () => {
  it('is one zip that stands alone, the same bytes each time', async () => {
    const bytes = await zip();
    expect(Object.keys(unzipSync(bytes)).sort()).toEqual([
      'README.md',
      'figures/compare-forest.png',
      'figures/compare-forest.svg',
      'methods.md',
      'report.json',
      'tables/pairs.csv',
      'tables/pairs.md',
      'tables/pairs.tex',
    ]);
    expect(await zip()).toEqual(bytes);
  });

  it('opens again, from the zip and from report.json, and is verified as identical', async () => {
    const opened = openReport(await zip());
    expect(opened).toEqual(report);
    expect(openReport(strToU8(printReport(report)))).toEqual(report);
    const verification = await verifyReport(opened, compute);
    expect(verification).toMatchObject({ identical: true, total: 0, differences: [] });
    expect(verification.checked).toBeGreaterThan(1000);
  });

  it('shows every number that was tampered with', async () => {
    const text = JSON.parse(printReport(report)) as {
      results: { difference: number; interval: { low: number } }[];
      settings: { seed: number };
    };
    text.results[3]!.interval.low += 1e-15;
    const one = await verifyReport(parseReport(JSON.stringify(text)), compute);
    expect(one).toMatchObject({ identical: false, total: 1 });
    expect(one.differences[0]?.where).toMatch(/: interval\.low$/);
    text.settings.seed = 1;
    expect((await verifyReport(parseReport(JSON.stringify(text)), compute)).total).toBeGreaterThan(10);
  });

  it('shows a result that was removed or added', async () => {
    const text = JSON.parse(printReport(report)) as { results: unknown[] };
    text.results.pop();
    const gone = await verifyReport(parseReport(JSON.stringify(text)), compute);
    expect(gone.differences.every(({ reported }) => reported === 'absent')).toBe(true);
    expect(gone.identical).toBe(false);
  });

  it('refuses what is no report, and says why', () => {
    expect(() => openReport(strToU8('hello'))).toThrow(/not JSON/);
    expect(() => openReport(strToU8('{}'))).toThrow(/no report of a comparison.*format/);
    expect(() => openReport(zipSync({ 'x.txt': strToU8('x') }))).toThrow(/no report\.json/);
    expect(() => openReport(zipSync({ 'x.txt': strToU8('x') }).subarray(0, 30))).toThrow(/cut short/);
    expect(() => openReport(Uint8Array.of(0xff, 0xfe, 0x00))).toThrow(/neither a zip nor UTF-8/);
    const short = JSON.parse(printReport(report)) as { book: { methods: { scores: number[] }[] } };
    short.book.methods[0]!.scores.pop();
    expect(() => parseReport(JSON.stringify(short))).toThrow(
      /gathered holds 215 scores for 6 columns of 36 states/,
    );
  });

  it('says in plain words what the settings were, and what failed or was not run', () => {
    const text = methodsParagraph(report);
    expect(text).toContain('gathered, ranked and shuffled on 36 states of a synthetic split');
    expect(text).toContain(
      '95% percentile intervals over 500 resamples of whole clusters by repository (12 clusters, seed 20260915)',
    );
    expect(text).toContain('all sign flips of the 12 clusters');
    expect(text).toContain('ranked failed on 2 states');
    expect(text).toContain('shuffled was not run: not compared');
    expect(text).toContain('o200k_base');
    const quiet = { ...report, settings: { ...report.settings, resamples: 0, strata: [] } };
    expect(methodsParagraph(quiet)).toContain('No intervals were computed.');
    expect(methodsParagraph(quiet)).not.toContain('strata');
  });

  it('neutralises formulas in CSV and escapes LaTeX in method names', async () => {
    const rude = {
      ...comparison,
      results: comparison.results.map((one) => ({
        ...one,
        left: one.left === 'gathered' ? '=cmd|_%' : one.left,
      })),
    };
    const files = unzipSync(
      await reportZip({
        report,
        tables: [{ name: 't', table: contrastTable(rude) }],
        figures: [],
        draw: () => Promise.reject(new Error('none')),
      }),
    );
    expect(strFromU8(files['tables/t.csv']!)).toContain("'=cmd|_%");
    expect(strFromU8(files['tables/t.tex']!)).toContain('=cmd|\\_\\%');
  });
});
