import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EvidenceDocument } from '$lib/evidence/document';
import { renderEvidence } from '$lib/evidence/render';

/** Texts that try to end their block: fences, tags, entities, line ends, anything. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '```',
        '````',
        '~~~',
        '`',
        '\n',
        '\r',
        '</unit>',
        ']]>',
        '<!--',
        '&amp;',
        '&#13;',
        '## x',
        ' ',
        '\t',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const documents = fc
  .array(fc.record({ text: hostile, path: hostile, symbol: hostile, id: hostile }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((units): EvidenceDocument => ({
    format: 'complement-evidence-1',
    title: units[0]?.symbol ?? '',
    repo: 'r',
    commit: null,
    need: units[0]?.path ?? '',
    tokenizer: 't',
    tokens: 0,
    ceiling: 1,
    units: units.map(({ text, path, symbol, id }) => ({
      evidence_id: id,
      path,
      start: 1,
      end: 2,
      symbol,
      language: id,
      text,
      content_sha256: null,
      cut: null,
      tokens: 0,
    })),
    skipped: [],
  }));

/** The fenced blocks of a Markdown text, by CommonMark's rule: a fence of at least as many ticks alone on its line. */
function fenced(markdown: string): string[] {
  const blocks: string[] = [];
  let open: { ticks: number; lines: string[] } | null = null;
  for (const line of markdown.split('\n')) {
    const fence = /^ {0,3}(`{3,})([^`]*)$/.exec(line);
    if (open === null) {
      if (fence) open = { ticks: fence[1]!.length, lines: [] };
    } else if (fence && fence[1]!.length >= open.ticks && fence[2]!.trim() === '') {
      blocks.push(open.lines.join('\n'));
      open = null;
    } else open.lines.push(line);
  }
  expect(open).toBeNull();
  return blocks;
}

const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|(lt|gt|amp));/g, (_all, code: string | undefined, name: string) =>
    code === undefined ? { lt: '<', gt: '>', amp: '&' }[name]! : String.fromCharCode(Number(code)),
  );

describe('no text ends its own block', () => {
  test('in Markdown', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const text = renderEvidence(document, 'markdown');
        expect(fenced(text)).toEqual(document.units.map((unit) => unit.text));
      }),
      { seed: 21, numRuns: 500 },
    );
  });

  test('in XML, which gives every text back but for what XML cannot hold', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const text = renderEvidence(document, 'xml');
        const found = [...text.matchAll(/<unit ([^<>]*)>([^<>]*)<\/unit>/g)];
        expect(found).toHaveLength(document.units.length);
        expect(text.match(/</g)).toHaveLength(9 + 2 * document.units.length);
        expect(text.match(/[\p{Cs}\ufffe\uffff]/gu)).toBeNull();
        found.forEach(([, attributes, inner], place) => {
          if (attributes!.includes('replaced=')) expect(decode(inner!)).toContain('<U+');
          else expect(decode(inner!)).toBe(document.units[place]!.text);
        });
      }),
      { seed: 22, numRuns: 500 },
    );
  });
});
