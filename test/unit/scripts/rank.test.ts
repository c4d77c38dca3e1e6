import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../../scripts/cli/rank';
import { tinyOnnx } from '../embedding/tiny-onnx';
import { tinyTokenizer } from '../embedding/tiny-tokenizer';

const folder = mkdtempSync(join(tmpdir(), 'rank-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const items = 'test/golden/data/views/items.jsonl';
const out = join(folder, 'out.jsonl');
const rank = (...args: string[]) => run(['--items', items, '--k', '8', '--out', out, ...args]);
const config = (value: unknown) => {
  const path = join(folder, 'config.json');
  writeFileSync(path, JSON.stringify(value));
  return path;
};

const PIECES = ['import', 'return', 'def', 'the', 'of', 'value', 'test'];
function tinyFolder(head: 'states' | 'relevance' | 'terms'): string {
  const root = join(folder, head, 'tiny');
  const files: [string, string | Uint8Array][] = [
    ['config.json', '{"max_position_embeddings": 64}'],
    ['tokenizer.json', JSON.stringify(tinyTokenizer(PIECES))],
    ['onnx/model.onnx', tinyOnnx(PIECES.length + 4, head)],
  ];
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

describe('rank --second', () => {
  const rowsOf = () =>
    readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { method: string; ranked_evidence_ids: string[] });

  test.each([
    ['cascade', 'states', 'cascade-5(bm25-state,tiny)'],
    ['late-interaction', 'states', 'late-interaction-5(bm25-state,tiny)'],
    ['cross-encoder', 'relevance', 'cross-encoder-5(bm25-state,tiny)'],
    ['learned-sparse', 'terms', 'learned-sparse-5(bm25-state,tiny)'],
  ] as const)('%s over several states by a model of a folder', async (second, head, method) => {
    vi.spyOn(console, 'error').mockReturnValue();
    expect(await rank('--view', 'bm25-state')).toBe(0);
    const first = rowsOf();
    const given = ['--second', second, '--model', tinyFolder(head), '--dtype', 'fp32', '--leading', '5'];
    expect(await rank('--view', 'bm25-state', ...given)).toBe(0);
    const rows = rowsOf();
    expect(rows).toHaveLength(12);
    rows.forEach((row, i) => {
      const before = first[i]!.ranked_evidence_ids;
      expect(row.method).toBe(method);
      expect(row.ranked_evidence_ids.slice(0, 5).toSorted()).toEqual(before.slice(0, 5).toSorted());
      expect(row.ranked_evidence_ids.slice(5)).toEqual(before.slice(5));
    });
    expect(rows.map((row) => row.ranked_evidence_ids)).not.toEqual(
      first.map((row) => row.ranked_evidence_ids),
    );
  });

  test.each([
    ['an unknown stage', ['--second', 'magic'], '--second is one of cascade'],
    ['a judge without a model', ['--second', 'cross-encoder'], 'needs --model FOLDER'],
    ['a folder that is not there', ['--second', 'cascade', '--model', 'nowhere'], 'no such folder'],
    ['a model without its stage', ['--model', 'nowhere'], 'belong to --second'],
    ['leading units that are none', ['--second', 'cascade', '--leading', '0'], '--leading takes'],
  ])('%s is told', async (_, args, message) => {
    const told = vi.spyOn(console, 'error').mockReturnValue();
    expect(await rank('--view', 'bm25-state', ...args)).toBe(2);
    expect(told.mock.calls.join()).toContain(message);
  });
});

describe('rank', () => {
  test('the starter baseline, byte for byte', async () => {
    expect(await rank('--view', 'bm25_starter')).toBe(0);
    const golden = readFileSync('test/golden/data/views/starter_predictions.jsonl', 'utf8');
    expect(readFileSync(out, 'utf8')).toBe(golden);
  });

  test.each([
    ['bm25-question', 'bm25-question'],
    ['dense', 'dense'],
    ['rrf', 'rrf'],
    ['complement-fused', 'complement-fused-instant'],
  ])('%s', async (view, method) => {
    expect(await rank('--view', view)).toBe(0);
    const rows = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { method: string; ranked_evidence_ids: string[] });
    expect(rows).toHaveLength(12);
    for (const row of rows) {
      expect(row.method).toBe(method);
      expect(row.ranked_evidence_ids.length).toBeLessThanOrEqual(8);
      expect(row.ranked_evidence_ids.length).toBeGreaterThan(0);
    }
  });

  test('a configuration changes the fusion; the same one gives the same bytes', async () => {
    const path = config({
      views: [{ name: 'bm25-state' }, { name: 'entity', weight: 2 }],
      observedLast: true,
    });
    expect(await rank('--view', 'rrf', '--config', path)).toBe(0);
    const first = readFileSync(out, 'utf8');
    expect(first).toContain('"method": "rrf-2"');
    expect(await rank('--view', 'rrf', '--config', path)).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(first);
    expect(await rank('--view', 'rrf', '--config', config({ views: [{ name: 'entity' }] }))).toBe(0);
    expect(readFileSync(out, 'utf8')).not.toBe(first);
  });

  test('other formats', async () => {
    expect(await rank('--view', 'bm25-state', '--format', 'trec')).toBe(0);
    expect(readFileSync(out, 'utf8')).toMatch(/^demo-00 Q0 \S+ 1 8 bm25-state\n/);
  });

  test.each<[string, string[], string]>([
    ['an unknown view', ['--view', 'nonsense'], '--view is rrf'],
    ['a size without its method', ['--view', 'rrf', '--size', 'thorough'], '--size belongs'],
    ['an unknown size', ['--view', 'complement-fused', '--size', 'huge'], 'instant or thorough'],
    [
      'a config with a wrong view',
      ['--view', 'rrf', '--config', config({ views: [{ name: 'x' }] })],
      'Not a view',
    ],
    ['a config for a fixed method', ['--view', 'complement-fused', '--config', 'x'], 'fixed parameters'],
    ['an unknown format', ['--view', 'rrf', '--format', 'xml'], '--format is one of'],
  ])('%s is refused', async (name, args, message) => {
    if (name === 'a config with a wrong view') config({ views: [{ name: 'x' }] });
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await rank(...args)).toBe(2);
    expect(error.mock.calls.flat().join()).toContain(message);
  });
});

describe('a view asked in a chosen query form', () => {
  const written = () => readFileSync(out, 'utf8');

  test.each([
    ['bm25', 'issue'],
    ['tfidf-word', 'question'],
    ['tfidf-char', 'issue'],
    ['dense', 'state-need'],
  ])('%s by %s: a method of its own, named after both', async (view, form) => {
    expect(await rank('--view', view, '--query', form)).toBe(0);
    const first = written();
    expect(first).toContain(`"method": "${view}(${form})"`);
    expect(await rank('--view', view, '--query', 'reasoning-need')).toBe(0);
    expect(written().replaceAll(`${view}(reasoning-need)`, `${view}(${form})`)).not.toBe(first);
  });

  test('BM25 by the question ranks as the view of the nine; dense by its own form keeps its name', async () => {
    expect(await rank('--view', 'bm25-question')).toBe(0);
    const view = written();
    expect(await rank('--view', 'bm25', '--query', 'question')).toBe(0);
    expect(written().replaceAll('bm25(question)', 'bm25-question')).toBe(view);
    expect(await rank('--view', 'dense')).toBe(0);
    const dense = written();
    expect(await rank('--view', 'dense', '--query', 'dense')).toBe(0);
    expect(written()).toBe(dense);
  });

  test.each<[string, string[], string]>([
    ['BM25 without a form', ['--view', 'bm25'], 'needs --query'],
    ['a form that is none', ['--view', 'bm25', '--query', 'x'], 'needs --query'],
    ['a form for a fixed view', ['--view', 'recency', '--query', 'issue'], '--query belongs'],
  ])('%s is refused', async (_, args, message) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await rank(...args)).toBe(2);
    expect(error.mock.calls.flat().join()).toContain(message);
  });
});

describe('MMR over any ranking', () => {
  const rowsOf = () =>
    readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { method: string; ranked_evidence_ids: string[] });

  test('spreads a view and names the step; lambda 1 gives the same bytes as none', async () => {
    expect(await rank('--view', 'bm25-state')).toBe(0);
    const plain = readFileSync(out, 'utf8');
    expect(await rank('--view', 'bm25-state', '--mmr', '1')).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(plain);
    expect(await rank('--view', 'bm25-state', '--mmr', '0.3')).toBe(0);
    expect(rowsOf()[0]?.method).toBe('mmr-ranks-0.3(bm25-state)');
    expect(readFileSync(out, 'utf8').replaceAll('mmr-ranks-0.3(bm25-state)', 'bm25-state')).not.toBe(plain);
  });

  test('a cascade over the whole pool, then MMR: one named chain', async () => {
    const second = [
      '--second',
      'cascade',
      '--model',
      'static/models/complement-static-256',
      '--leading',
      'pool',
    ];
    expect(await rank('--view', 'recency', ...second, '--mmr', '0.9')).toBe(0);
    const [row] = rowsOf();
    expect(row?.method).toBe('mmr-ranks-0.9(cascade-pool(recency,complement-static-256))');
    expect(row?.ranked_evidence_ids).toHaveLength(8);
  });

  test.each([
    ['2', '--mmr takes'],
    ['-0.1', '--mmr takes'],
    ['x', '--mmr takes'],
    // An empty option of any command is refused before anyone reads it.
    ['', '--mmr is empty'],
  ])('--mmr="%s" is refused', async (lambda, words) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await rank('--view', 'bm25-state', `--mmr=${lambda}`)).toBe(2);
    expect(error.mock.calls.flat().join()).toContain(words);
  });
});
