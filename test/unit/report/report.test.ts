import { unzipSync, zipSync, strToU8, strFromU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { standaloneSvg } from '$lib/figure/standalone';
import { reportZip } from '$lib/report/bundle';
import { openReport } from '$lib/report/open';
import { methodsParagraph } from '$lib/report/paragraph';
import { makeReport, parseReport, printReport } from '$lib/report/report';
import { checkSums } from '$lib/report/loaded';
import { sealOf } from '$lib/report/seal';
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
  runs: book.methods.map(({ method, origin, configurationHash }) => ({
    label: method,
    addedAt: '2026-11-29T08:00:00.000Z',
    method: method === 'ranked' ? 'gathered' : method,
    origin,
    configurationHash,
    rowsSha256: `${method} rows`,
    failed: 0,
  })),
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

interface Json {
  program: string;
  made: string;
  provenance: {
    split: string;
    generator: string;
    items: { sha256: string };
    runs: { method: string; label: string }[];
  };
  settings: { resamples: number; test: { flips: number }; methods: string[] };
  book: { methods: { method: string; scores: number[] }[] };
}

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
    expect(opened).toEqual({ ...report, seal: await sealOf(report) });
    expect(openReport(strToU8(printReport(report)))).toEqual(report);
    const verification = await verifyReport(opened, compute);
    expect(verification).toMatchObject({ identical: true, seal: 'whole', total: 0, differences: [] });
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

  it('is the same bytes in every time zone', async () => {
    const before = process.env.TZ;
    try {
      process.env.TZ = 'Pacific/Kiritimati';
      expect(new Date(Date.UTC(2020, 0, 1)).getHours()).toBe(14);
      const east = await zip();
      process.env.TZ = 'America/Los_Angeles';
      expect(new Date(Date.UTC(2020, 0, 1)).getHours()).toBe(16);
      expect(await zip()).toEqual(east);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it.each<[string, (text: Json) => void]>([
    ['the program', (text) => (text.program = 'Complement 99')],
    ['the date', (text) => (text.made = '2020-01-01T00:00:00Z')],
    ['the split', (text) => (text.provenance.split = 'Test500')],
    ['the sum of the items', (text) => (text.provenance.items.sha256 = 'ab')],
    ['the method behind a run', (text) => (text.provenance.runs[0]!.method = 'other')],
    ['the label of a run', (text) => (text.provenance.runs[0]!.label = 'other')],
    ['how it was made', (text) => (text.provenance.generator = 'dice')],
  ])('shows a change of %s, though every number is the same', async (_, edit) => {
    const text = JSON.parse(printReport({ ...report, seal: await sealOf(report) })) as Json;
    edit(text);
    const verification = await verifyReport(parseReport(JSON.stringify(text)), compute);
    expect(verification).toMatchObject({ identical: false, seal: 'broken' });
  });

  it('of before, without seal and labels, is still verified, and says that it has no seal', async () => {
    const runs = provenance.runs.slice(0, 1).map(({ label: _, addedAt: __, ...run }) => run);
    const old = { ...report, formatVersion: 1 as const, provenance: { ...report.provenance, runs } };
    const verification = await verifyReport(parseReport(printReport(old)), compute);
    expect(verification).toMatchObject({ identical: true, seal: 'absent', total: 0 });
  });

  it('that would keep its reader waiting, or whose scores are no shares, is refused', () => {
    const changed = (edit: (text: Json) => void) => {
      const text = JSON.parse(printReport(report)) as Json;
      edit(text);
      return () => parseReport(JSON.stringify(text));
    };
    expect(changed((text) => (text.settings.resamples = 1_000_001))).toThrow(/settings\.resamples/);
    expect(changed((text) => (text.settings.test.flips = 1_000_001))).toThrow(/settings\.test\.flips/);
    expect(changed((text) => (text.book.methods[0]!.scores[0] = 1e300))).toThrow(/scores\.0/);
    expect(changed((text) => (text.settings.methods[0] = 'nobody'))).toThrow(/"nobody" has no scores/);
    expect(changed((text) => (text.book.methods[1]!.method = 'gathered'))).toThrow(/two runs have one name/);
  });

  it('is held against the files and runs that are loaded', () => {
    const loaded = {
      items: 'aa',
      labels: 'other',
      runs: new Map([
        ['renamed since', 'gathered rows'],
        ['ranked', 'other rows'],
      ]),
    };
    expect(checkSums(report, loaded).map(({ what, state }) => [what, state])).toEqual([
      ['items items.jsonl', 'same'],
      ['labels labels.jsonl', 'differs'],
      ['rows of gathered', 'same'],
      ['rows of ranked', 'differs'],
      ['rows of shuffled', 'not loaded'],
    ]);
  });

  it('says which run is which where two share a method, and what fell back', () => {
    const text = methodsParagraph({
      ...report,
      book: {
        ...report.book,
        methods: report.book.methods.map((method) =>
          method.method === 'ranked' ? { ...method, fallbacks: { states: 25, of: 25 } } : method,
        ),
      },
    });
    expect(text).toContain(
      'ranked is a run of gathered (configuration not told, rows ranked r, added 2026-11-29).',
    );
    expect(text).toContain('ranked: 25 of 25 states fell back to the fused order');
    expect(text).not.toContain('shuffled is a run of');
  });

  it('shows a result that was removed or added', async () => {
    const text = JSON.parse(printReport(report)) as { results: unknown[] };
    text.results.pop();
    const gone = await verifyReport(parseReport(JSON.stringify(text)), compute);
    expect(gone.differences.every(({ reported }) => reported === 'absent')).toBe(true);
    expect(gone.identical).toBe(false);
    // A forged copy before the true result does not hide behind it.
    const twice = JSON.parse(printReport(report)) as { results: { difference: number }[] };
    twice.results.unshift({ ...twice.results[0]!, difference: 1 });
    const doubled = await verifyReport(parseReport(JSON.stringify(twice)), compute);
    expect(doubled).toMatchObject({ identical: false, total: 1 });
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
