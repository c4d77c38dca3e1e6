import { strToU8, zipSync, type Zippable } from 'fflate';
import type { Figure } from '$lib/figure/figure';
import { toCsv } from '$lib/table/csv';
import { toLatex } from '$lib/table/latex';
import { toMarkdown } from '$lib/table/markdown';
import type { Table } from '$lib/table/table';
import { zipTime } from '$lib/zip-time';
import { methodsParagraph } from './paragraph';
import { printReport } from './report';
import type { Report } from './schema';
import { sealOf } from './seal';

/** A drawn figure: a standalone SVG, and a PNG where one can be made. */
export interface DrawnFigure {
  svg: string;
  png: Uint8Array | null;
}

export interface BundleParts {
  report: Report;
  tables: { name: string; table: Table }[];
  figures: Figure[];
  draw: (figure: Figure) => Promise<DrawnFigure>;
}

/** The report's files by path. */
export async function reportFiles({
  report,
  tables,
  figures,
  draw,
}: BundleParts): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const add = (path: string, text: string) => files.set(path, strToU8(text));
  add('report.json', printReport({ ...report, seal: await sealOf(report) }));
  add('methods.md', `${methodsParagraph(report)}\n`);
  for (const { name, table } of tables) {
    add(`tables/${name}.csv`, toCsv(table));
    add(`tables/${name}.md`, toMarkdown(table));
    add(`tables/${name}.tex`, toLatex(table));
  }
  for (const figure of figures) {
    const { svg, png } = await draw(figure);
    add(`figures/${figure.id}.svg`, svg);
    if (png) files.set(`figures/${figure.id}.png`, png);
  }
  add('README.md', readme(report, [...files.keys()]));
  return files;
}

/** The same as one zip. */
export async function reportZip(parts: BundleParts): Promise<Uint8Array<ArrayBuffer>> {
  const files = await reportFiles(parts);
  const entries: Zippable = Object.fromEntries(
    [...files].map(([path, bytes]) => [path, [bytes, { mtime: zipTime() }]]),
  );
  return zipSync(entries, { level: 6 }) as Uint8Array<ArrayBuffer>;
}

function readme(report: Report, paths: string[]): string {
  return [
    '# Comparison of methods',
    '',
    `Made with ${report.program} at ${report.made} from ${report.provenance.split}.`,
    '',
    '`report.json` holds every score, setting and number. Open it (or the whole zip) on the Compare page: the app',
    'computes everything anew from it and says "identical", or shows what differs.',
    '',
    ...paths.map((path) => `- ${path}`),
    '',
    methodsParagraph(report),
    '',
  ].join('\n');
}
