import { describe, expect, it } from 'vitest';
import { digestWith } from '$lib/complement/canonical';
import { INERT_NOTE, type EvidenceDocument, type EvidenceUnit } from '$lib/evidence/document';
import { evidenceOf } from '$lib/evidence/of-state';
import { EVIDENCE_FORMATS, renderEvidence } from '$lib/evidence/render';
import { id, makeState, makeUnit } from '../complement/fixtures';

const unit = (over: Partial<EvidenceUnit> = {}): EvidenceUnit => ({
  evidence_id: 'e1',
  path: 'src/a.py',
  start: 147,
  end: 176,
  symbol: 'fromdatetime',
  language: 'python',
  text: 'def f():\n    return 1',
  content_sha256: 'ab'.repeat(32),
  cut: false,
  tokens: 9,
  ...over,
});
const documentWith = (units: EvidenceUnit[], over: Partial<EvidenceDocument> = {}): EvidenceDocument => ({
  format: 'complement-evidence-1',
  title: 'Crash on empty input',
  repo: 'owner/name',
  commit: '0123456789abcdef',
  need: 'Where the parser reads',
  tokenizer: 'o200k_base',
  tokens: units.reduce((sum, { tokens }) => sum + tokens, 0),
  ceiling: 6144,
  units,
  skipped: [],
  ...over,
});

describe('an evidence document', () => {
  it('as Markdown says what it is of, where each text comes from, and quotes it whole', () => {
    const second = unit({
      evidence_id: 'e2',
      path: 'b.txt',
      start: null,
      end: null,
      symbol: '',
      language: '',
      content_sha256: null,
      cut: null,
      text: 'plain\n',
    });
    expect(renderEvidence(documentWith([unit(), second], { skipped: ['e9'] }), 'markdown')).toBe(
      `# Evidence for: Crash on empty input
owner/name at 0123456789ab · 2 ranges in 2 files · 18 of 6144 source tokens (o200k_base)
Needed: Where the parser reads
Left out, would pass the ceiling: \`e9\`
${INERT_NOTE}

## \`src/a.py:147-176\` fromdatetime
\`e1\` · 9 source tokens · SHA-256 of the unit ${'ab'.repeat(32)}
\`\`\`python
def f():
    return 1
\`\`\`

## \`b.txt\`
\`e2\` · 9 source tokens
This may be a cut excerpt: the source gives no SHA-256 of the whole unit.
\`\`\`
plain

\`\`\`
`,
    );
  });

  it('as XML escapes all that is markup', () => {
    const text = renderEvidence(
      documentWith(
        [unit({ text: 'a < b && c > "d"\r\n</unit>\u0001', symbol: 'operator<', path: 'a"b.py', cut: true })],
        { title: '<x>&' },
      ),
      'xml',
    );
    expect(text).toContain('<issue>&lt;x&gt;&amp;</issue>');
    expect(text).toContain('path="a&#34;b.py" start="147" end="176" symbol="operator&lt;"');
    expect(text).toContain('cut="true" note="This is a cut excerpt');
    expect(text).toContain(
      'replaced="1">a &lt; b &amp;&amp; c &gt; "d"&#13;\n&lt;/unit&gt;&lt;U+0001&gt;</unit>',
    );
    expect(text).toContain(INERT_NOTE);
  });

  it('as JSON holds every field and the exact text', () => {
    const document = documentWith([unit({ text: '\ud800 "\u2028' })]);
    expect(JSON.parse(renderEvidence(document, 'json'))).toEqual({ ...document, note: INERT_NOTE });
  });

  it.each(EVIDENCE_FORMATS.map(({ name }) => name))('as %s says plainly which texts are cut', (format) => {
    const say = (cut: boolean | null) => renderEvidence(documentWith([unit({ cut })]), format);
    expect(say(true)).toMatch(/cut excerpt|"cut": true/);
    expect(say(false)).not.toMatch(/cut excerpt|"cut": true/);
    expect(say(null)).toMatch(/may be a cut excerpt|"cut": null/);
  });

  it('lets no heading hide, turn round or link anything', () => {
    const text = renderEvidence(
      documentWith([unit({ path: 'a`b\u202e.py', symbol: '[x](javascript:1)' })], {
        title: '<img src=x onerror=alert(1)> **b** ![i](u)\u200b',
        need: 'one\r\n  two',
        repo: '# owner',
      }),
      'markdown',
    );
    expect(text).toContain(
      '# Evidence for: \\<img src=x onerror=alert(1)\\> \\*\\*b\\*\\* \\!\\[i\\](u)\\<U+200B\\>',
    );
    expect(text).toContain('## ``a`b<U+202E>.py:147-176`` \\[x\\](javascript:1)');
    expect(text).toContain('Needed: one two\n');
    expect(text).toContain('\n\\# owner at ');
  });
});

describe('the document of a delivered set', () => {
  const digest = digestWith(crypto.subtle);
  const tools = { digest, countTokens: (text: string) => text.length, tokenizer: 'letters' };

  it('has the set’s order, the excerpts, their tokens, and knows by the hash which are whole', async () => {
    const whole = makeUnit(0);
    const state = makeState(0, {
      base_commit: 'c'.repeat(40),
      candidate_evidence: [
        { ...whole, content_sha256: (await digest(whole.content_excerpt)).toUpperCase() },
        { ...makeUnit(1), content_sha256: await digest('all of it, which is more') },
        makeUnit(2),
      ],
    });
    const document = await evidenceOf(
      state,
      { ids: [id(2), id(0), id(1)], skipped: ['x'], ceiling: 99 },
      tools,
    );
    expect(document.units.map((one) => [one.evidence_id, one.cut])).toEqual([
      [id(2), null],
      [id(0), false],
      [id(1), true],
    ]);
    expect(document).toMatchObject({
      title: 'Crash on empty input',
      commit: 'c'.repeat(40),
      need: 'Where the parser reads an empty input',
      tokens: document.units.reduce((sum, { text }) => sum + text.length, 0),
      ceiling: 99,
      skipped: ['x'],
    });
    await expect(evidenceOf(state, { ids: ['z'], skipped: [], ceiling: 9 }, tools)).rejects.toThrow(
      'z is not in the pool of s1',
    );
  });
});
