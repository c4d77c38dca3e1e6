import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { main } from '../../../scripts/cli';

const folder = mkdtempSync(join(tmpdir(), 'cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

const golden = (path: string) => fileURLToPath(new URL(`../../golden/data/${path}`, import.meta.url));
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');

/** Runs a command line and catches what it prints. */
async function cli(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void out.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void err.push(line));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
  const code = await main(args);
  return {
    code,
    out: out.join('\n'),
    faults: err.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

const files = (set: string) => [
  '--items',
  golden(`${set}/items.jsonl`),
  '--labels',
  golden(`${set}/labels.jsonl`),
  '--predictions',
  golden(`${set}/predictions.jsonl`),
];

describe('score', () => {
  test.each([
    ['scorer', '1,3,5,8,10,12,16'],
    ['scorer-large', '1,5,8,20'],
  ])('%s: both files are byte-identical', async (set, k) => {
    const { code, faults } = await cli('score', ...files(set), '--k', k, '--out', join(folder, set));
    expect([code, faults]).toEqual([0, []]);
    for (const file of ['summary.json', 'per_state_scores.jsonl']) {
      expect(read(set, file)).toBe(readFileSync(golden(`${set}/${file}`), 'utf8'));
    }
    expect(JSON.parse(read(set, 'report.json'))).toMatchObject({ status: 'complete' });
  });

  const items = write(
    'items.jsonl',
    '{"state_id":"s1","candidate_evidence":[{"evidence_id":"A"}]}\n{"state_id":"s2","candidate_evidence":[{"evidence_id":"B"}]}\n',
  );
  const label = (state_id: string, id: string) =>
    JSON.stringify({
      state_id,
      required_evidence_groups: [
        { group_id: 'G', role: 'r', acceptable_evidence_ids: [id], minimum_required: 1, necessity_weight: 1 },
      ],
    });
  const labels = write('labels.jsonl', `${label('s1', 'A')}\n${label('s2', 'B')}\n`);
  const rows = write(
    'rows.jsonl.gz',
    gzipSync('{"state_id":"s1","method":"m","ranked_evidence_ids":["A"]}\n'),
  );
  const some = ['--items', items, '--labels', labels, '--predictions', rows];

  test('a missing state: exit 2, one located JSON object a fault, nothing written', async () => {
    const { code, faults } = await cli('score', ...some, '--out', join(folder, 'none'));
    expect(code).toBe(2);
    expect(faults).toEqual([
      expect.objectContaining({
        file: rows,
        line: 1,
        path: 'state_id',
        code: 'missing-state',
        value: '"s2"',
        message: expect.any(String) as string,
      }),
    ]);
    expect(() => read('none', 'summary.json')).toThrow();
  });

  test('--allow-subset scores what is there and says that it is partial', async () => {
    const { code, out } = await cli('score', ...some, '--allow-subset', '--out', join(folder, 'part'));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      status: 'partial, not comparable',
      methods: [{ states: 1, missing: 1 }],
    });
    expect(JSON.parse(read('part', 'summary.json'))).toMatchObject({
      m: { states: 1, 'mss_complete@5': 1, 'group_ndcg@8': 1 },
    });
  });

  test.each([
    ['an unknown command', ['fly'], 'usage'],
    ['a missing option', ['score', '--items', items], 'usage'],
    ['an unknown option', ['score', '--speed', '9'], 'usage'],
    ['a bad cutoff', ['score', ...some, '--out', folder, '--k', '5,x'], 'usage'],
    ['cutoff 0', ['score', ...some, '--out', folder, '--k', '0'], 'usage'],
    ['a missing file', ['validate', '--items', join(folder, 'nothing')], 'file-missing'],
    ['a folder', ['validate', '--items', folder], 'not-a-file'],
    ['a place that cannot be written', ['score', ...some, '--allow-subset', '--out', items], 'cannot-write'],
  ])('%s is one JSON object and exit 2', async (_, args, code) => {
    const result = await cli(...args);
    expect(result.code).toBe(2);
    expect(result.faults).toHaveLength(1);
    const anything = expect.anything() as unknown;
    const keys = { file: anything, line: 0, path: anything, value: anything, message: anything };
    expect(result.faults[0]).toMatchObject({ ...keys, code });
  });
});

describe('validate', () => {
  test('counts what is sound', async () => {
    const { code, out } = await cli('validate', ...files('scorer'));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      states: 150,
      certificates: 150,
      methods: ['alpha', 'beta', 'gamma'],
      warnings: 0,
    });
  });

  test('says of sound labels what was looked at', async () => {
    const { code, out } = await cli('validate', ...files('scorer'), '--audit');
    expect(code).toBe(0);
    expect(out).toContain('**Checks of this labelled split**');
    expect(out).toContain('| Every state has a certificate | 150 | states | 0 |  |');
    expect((await cli('validate', '--items', files('scorer')[1]!, '--audit')).code).toBe(2);
  });

  test('lists the faults of all files, with their columns', async () => {
    const bad = write(
      'bad.jsonl',
      '{"state_id":"state-0001","method":"m","ranked_evidence_ids":["nope"]}\nx',
    );
    const { code, faults } = await cli(
      'validate',
      '--items',
      golden('scorer/items.jsonl'),
      '--predictions',
      bad,
      '--allow-subset',
    );
    expect(code).toBe(2);
    expect(faults.map((fault) => [fault['line'], fault['column'], fault['code']])).toEqual([
      [1, 62, 'evidence-outside-pool'],
      [2, 1, 'json-syntax'],
    ]);
  });

  test.each([[[]], [['--test500']]])(
    'faulty items are told with %j, and make no state unknown',
    async (more) => {
      const bad = write(
        'bad-items.jsonl',
        `{"state_id":"s1"}\n{"state_id":"s2","candidate_evidence":[{"evidence_id":"B"}]}\n`,
      );
      const label = { state_id: 's1', required_evidence_groups: [] };
      const { code, faults } = await cli(
        ...['validate', '--items', bad],
        ...['--labels', write('bad-labels.jsonl', JSON.stringify(label))],
        ...[
          '--predictions',
          write('sound.jsonl', '{"state_id":"s1","method":"m","ranked_evidence_ids":["A"]}'),
        ],
        ...more,
      );
      expect(code).toBe(2);
      expect(faults.map((fault) => [fault['file'], fault['code']])).toEqual([
        [bad, 'pool-missing'],
        [join(folder, 'bad-labels.jsonl'), 'no-groups'],
      ]);
    },
  );

  test('--test500 refuses another split', async () => {
    const { code, faults } = await cli(
      'validate',
      '--items',
      golden('scorer/items.jsonl'),
      '--predictions',
      golden('scorer/predictions.jsonl'),
      '--test500',
    );
    expect(code).toBe(2);
    expect(faults.map((fault) => fault['code'])).toContain('not-test500');
    expect(faults.map((fault) => fault['code'])).toContain('second-method');
  });
});

describe('baseline', () => {
  test('bm25_starter is the golden file', async () => {
    const { code } = await cli(
      'baseline',
      '--items',
      golden('views/items.jsonl'),
      '--method',
      'bm25_starter',
      '--k',
      '8',
      '--out',
      join(folder, 'starter.jsonl'),
    );
    expect(code).toBe(0);
    expect(read('starter.jsonl')).toBe(readFileSync(golden('views/starter_predictions.jsonl'), 'utf8'));
  });

  test('the smallest complete sets reach the ceiling when scored', async () => {
    const own = [...files('scorer').slice(0, 4)];
    await cli(
      'baseline',
      ...own,
      '--method',
      'smallest-complete-set',
      '--k',
      '8',
      '--out',
      join(folder, 'oracle.jsonl'),
    );
    const { code } = await cli(
      'score',
      ...own,
      '--predictions',
      join(folder, 'oracle.jsonl'),
      '--out',
      join(folder, 'oracle'),
    );
    expect(code).toBe(0);
    expect(JSON.parse(read('oracle', 'summary.json'))).toMatchObject({
      'smallest-complete-set': { 'mss_complete@8': 1, states: 150 },
    });
  });

  test('random prints exact expectations, and no predictions', async () => {
    const { code } = await cli(
      'baseline',
      ...files('scorer').slice(0, 4),
      '--method',
      'random',
      '--k',
      '5',
      '--out',
      join(folder, 'random.jsonl'),
    );
    expect(code).toBe(0);
    const lines = read('random.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number>);
    expect(lines).toHaveLength(151);
    const states = lines.slice(0, 150);
    const mean = states.reduce((sum, line) => sum + line['mss_complete@5']!, 0) / 150;
    expect(lines[150]!['mss_complete@5']).toBeCloseTo(mean, 13);
    expect(lines[150]).toMatchObject({
      states: 150,
      'mss_complete@5_exact': '5750950673417507/40071985927974000',
    });
  });

  test('a certificate too entangled to count exactly is refused by name, not guessed', async () => {
    const pool = Array.from({ length: 60 }, (_, i) => `e${i}`);
    const groups = Array.from({ length: 20 }, (_, g) => ({
      group_id: `G${g}`,
      role: 'r',
      minimum_required: 4,
      necessity_weight: 1,
      acceptable_evidence_ids: pool.filter((_, i) => (Math.imul(i + 1, 2654435761) >>> (g + 5)) % 3 === 0),
    }));
    const items = write(
      'entangled-items.jsonl',
      `${JSON.stringify({ state_id: 's', candidate_evidence: pool.map((evidence_id) => ({ evidence_id })) })}\n`,
    );
    const labels = write(
      'entangled-labels.jsonl',
      `${JSON.stringify({ state_id: 's', required_evidence_groups: groups, alternative_minimal_sets: [], observed_evidence_ids: [] })}\n`,
    );
    const paths = ['--items', items, '--labels', labels, '--k', '30', '--out', join(folder, 'entangled')];
    const { code, faults } = await cli('baseline', ...paths, '--method', 'random');
    expect([code, faults[0]?.['code']]).toEqual([2, 'too-complex']);
  });

  test('what reads certificates asks for them', async () => {
    const { code, faults } = await cli(
      'baseline',
      '--items',
      golden('scorer/items.jsonl'),
      '--method',
      'oracle',
      '--k',
      '5',
      '--out',
      join(folder, 'x'),
    );
    expect([code, faults[0]?.['code']]).toEqual([2, 'usage']);
  });
});
