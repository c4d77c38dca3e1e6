import type { Figure } from '$lib/figure/figure';
import { tableHash } from '$lib/figure/hash';
import { standaloneSvg } from '$lib/figure/standalone';
import { reportZip, type DrawnFigure } from '$lib/report/bundle';
import { makeReport } from '$lib/report/report';
import { budgetCurves } from '$lib/statistics/figures/budget-curves';
import { forestFigure } from '$lib/statistics/figures/forest';
import { matchedFigure } from '$lib/statistics/figures/matched';
import { pairMatrix } from '$lib/statistics/figures/pair-matrix';
import { strataFigure } from '$lib/statistics/figures/strata';
import { compactTable } from '$lib/statistics/tables/compact';
import { contrastTable } from '$lib/statistics/tables/contrasts';
import { methodTable } from '$lib/statistics/tables/methods';
import { stateTable } from '$lib/statistics/tables/states';
import { parseColumn } from '$lib/statistics/comparison/column';
import { sha256 } from '$lib/data/hash';
import { VERSION } from '$lib/version';
import { paperColumns } from './paper-columns';
import { svgToPng } from '../figure/png';
import { rowsHash, type Finished } from './comparer.svelte';

/** What of the page's view goes into the figures. */
export interface ReportView {
  column: string;
  /** The method whose lead the compact table shows. */
  reference: string;
  left: string;
  right: string;
}

/** The whole report as a zip. */
export async function makeReportZip(
  finished: Finished,
  view: ReportView,
  made: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const { book, comparison, split, runs } = finished;
  const labels = split.labels ? new Uint8Array(await split.labels.arrayBuffer()) : new Uint8Array();
  const provenance = {
    split: split.label,
    items: { name: split.itemsName, sha256: split.itemsSha256 },
    labels: { name: split.labelsName ?? '', sha256: await sha256(labels) },
    runs: await Promise.all(
      runs.map(async (run) => ({
        label: run.label,
        addedAt: run.addedAt,
        method: run.method,
        origin: run.origin,
        configurationHash: run.configurationHash,
        rowsSha256: await rowsHash(run),
        failed: run.failed.length,
      })),
    ),
    kernel: comparison.kernel ?? 'nothing was computed',
  };
  const pairs = comparison.results.some(({ right }) => right !== null);
  return reportZip({
    report: makeReport(book, comparison, provenance, made.toISOString()),
    tables: [
      ...(pairs
        ? [
            {
              name: 'paper',
              table: compactTable(comparison, view.reference, paperColumns(comparison, view.column)),
            },
          ]
        : []),
      { name: 'methods', table: methodTable(book, comparison) },
      { name: 'pairs', table: contrastTable(comparison, ({ stratum }) => stratum.kind === 'all') },
      ...(comparison.settings.strata.length > 0
        ? [
            {
              name: 'strata',
              table: contrastTable(
                comparison,
                ({ stratum }) => stratum.kind !== 'all',
                'Differences within strata (left - right)',
              ),
            },
          ]
        : []),
      ...(pairs ? [{ name: 'states', table: stateTable(book, view.left, view.right, view.column) }] : []),
    ],
    figures: pairs ? figures(finished, view) : [],
    draw,
  });
}

function figures({ book, comparison }: Finished, view: ReportView): Figure[] {
  const { column } = view;
  const measure = parseColumn(column)?.measure.name ?? '';
  const curve = (kind: 'items' | 'tokens') =>
    book.columns.filter((key) => {
      const one = parseColumn(key);
      return one?.measure.name === measure && one.budget.kind === kind;
    }).length > 1
      ? [budgetCurves(book, comparison, measure, kind)]
      : [];
  const strata = comparison.settings.strata
    .filter((kind) => comparison.results.some(({ stratum }) => stratum.kind === kind))
    .map((kind) => ({
      ...strataFigure(comparison, { ...view, kind }),
      id: `compare-strata-${kind.replace(/[^a-z0-9]+/gi, '-')}`,
    }));
  const matched = matchedFigure(book, comparison, measure);
  return [
    forestFigure(comparison, { column, anchor: null, treatment: 'failed = 0', published: [] }),
    pairMatrix(comparison, column, 'failed = 0'),
    ...curve('items'),
    ...curve('tokens'),
    ...(matched ? [matched] : []),
    ...strata,
  ];
}

async function draw(figure: Figure): Promise<DrawnFigure> {
  const stamp = { version: VERSION, hash: await tableHash(figure.table) };
  const svg = standaloneSvg(figure, { width: 760, dark: false, focus: null }, document, stamp);
  return { svg, png: new Uint8Array(await (await svgToPng(svg)).arrayBuffer()) };
}
