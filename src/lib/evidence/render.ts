import { cutNote, INERT_NOTE, placeOf, type EvidenceDocument, type EvidenceUnit } from './document';
import { backticks, codeSpan, markdownLine, oneLine, unwrapped, xmlAttribute, xmlText } from './inert';

/** The forms of a document, for menus and file names. */
export const EVIDENCE_FORMATS = [
  { name: 'markdown', label: 'Markdown', ending: 'md', type: 'text/markdown' },
  { name: 'xml', label: 'XML', ending: 'xml', type: 'application/xml' },
  { name: 'json', label: 'JSON', ending: 'json', type: 'application/json' },
] as const;
export type EvidenceFormat = (typeof EVIDENCE_FORMATS)[number]['name'];

/** A document in one of its forms; the same document gives the same text. LF line ends, except inside the units. */
export function renderEvidence(document: EvidenceDocument, format: EvidenceFormat): string {
  switch (format) {
    case 'markdown':
      return markdown(document);
    case 'xml':
      return xml(document);
    case 'json':
      return `${JSON.stringify({ ...document, note: INERT_NOTE }, null, 2)}\n`;
  }
}

const commitOf = ({ commit }: EvidenceDocument) => (commit ? commit.slice(0, 12) : 'working tree');

function markdown(document: EvidenceDocument): string {
  const { title, repo, need, tokens, ceiling, tokenizer, units, skipped } = document;
  const files = new Set(units.map(({ path }) => path)).size;
  const counts = `${units.length} ${units.length === 1 ? 'range' : 'ranges'} in ${files} ${files === 1 ? 'file' : 'files'}`;
  const head = [
    `# Evidence for: ${markdownLine(title)}`,
    `${markdownLine(repo)} at ${markdownLine(commitOf(document))} · ${counts} · ${tokens} of ${ceiling} source tokens (${markdownLine(tokenizer)})`,
    ...(need === '' ? [] : [`Needed: ${markdownLine(unwrapped(need))}`]),
    ...(skipped.length === 0
      ? []
      : [`Left out, would pass the ceiling: ${skipped.map((id) => codeSpan(id)).join(', ')}`]),
    INERT_NOTE,
  ];
  return [head.join('\n'), ...units.map(markdownUnit)].join('\n\n') + '\n';
}

function markdownUnit(unit: EvidenceUnit): string {
  const fence = backticks(unit.text, 3);
  const symbol = unit.symbol === '' ? '' : ` ${markdownLine(unit.symbol)}`;
  const sum = unit.content_sha256 === null ? '' : ` · SHA-256 of the unit ${oneLine(unit.content_sha256)}`;
  const note = cutNote(unit);
  return [
    `## ${codeSpan(placeOf(unit))}${symbol}`,
    `${codeSpan(unit.evidence_id)} · ${unit.tokens} source tokens${sum}`,
    ...(note === '' ? [] : [note]),
    `${fence}${unit.language.replace(/[^\w+#.-]/g, '').toLowerCase()}`,
    unit.text,
    fence,
  ].join('\n');
}

function xml(document: EvidenceDocument): string {
  const { title, repo, need, tokens, ceiling, tokenizer, units, skipped } = document;
  const root = attributes({
    format: document.format,
    repo,
    commit: document.commit,
    tokens,
    ceiling,
    tokenizer,
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<evidence${root}>`,
    `<issue>${xmlText(title).text}</issue>`,
    `<need>${xmlText(need).text}</need>`,
    `<note>${xmlText(INERT_NOTE).text}</note>`,
    ...skipped.map((id) => `<skipped${attributes({ id })}/>`),
    ...units.map(xmlUnit),
    '</evidence>',
    '',
  ].join('\n');
}

function xmlUnit(unit: EvidenceUnit, place: number): string {
  const { text, replaced } = xmlText(unit.text);
  const { evidence_id: id, path, start, end, symbol, content_sha256, cut, tokens } = unit;
  const own = attributes({
    order: place + 1,
    id,
    path,
    start,
    end,
    symbol: symbol || null,
    sha256: content_sha256,
    tokens,
    cut: cut === null ? 'unknown' : String(cut),
    note: cutNote(unit) || null,
    // How many characters XML cannot hold, and that stand by their names here.
    replaced: replaced || null,
  });
  return `<unit${own}>${text}</unit>`;
}

const attributes = (values: Record<string, string | number | null>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === null ? '' : ` ${name}=${xmlAttribute(String(value))}`))
    .join('');
