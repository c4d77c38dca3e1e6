import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { main } from '../../../scripts/cli';

/** What every command keeps: one JSON object and exit code 2, inputs untouched, outputs whole or absent. */
const root = mkdtempSync(join(tmpdir(), 'promises-'));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

async function cli(...args: string[]) {
  const err: string[] = [];
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation((line: string) => void err.push(line));
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const code = await main(args);
  return { code, faults: err.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

let serial = 0;
function folder(): string {
  const path = join(root, String((serial += 1)));
  mkdirSync(path);
  return path;
}

const ITEMS = '{"state_id":"s1","candidate_evidence":[{"evidence_id":"A"}]}\n';
const LABELS = `${JSON.stringify({
  state_id: 's1',
  required_evidence_groups: [
    { group_id: 'G', role: 'r', acceptable_evidence_ids: ['A'], minimum_required: 1, necessity_weight: 1 },
  ],
})}\n`;
const ROWS = '{"state_id":"s1","method":"m","ranked_evidence_ids":["A"]}\n';
const EXPORT = ['configuration.json', 'run.json', 'predictions.jsonl', 'contexts.jsonl', 'traces.jsonl'];

/** Small sound inputs of every kind in one folder. */
function inputs() {
  const at = folder();
  const write = (name: string, text: string) => {
    writeFileSync(join(at, name), text);
    return join(at, name);
  };
  return {
    at,
    items: write('items.jsonl', ITEMS),
    labels: write('labels.jsonl', LABELS),
    rows: write('rows.jsonl', ROWS),
    parameters: write('parameters.json', '{}'),
  };
}

/** Each command that writes one file: its arguments without `--out`, and every file that it reads. */
const WRITERS = {
  'baseline bm25_starter': ({ items }: ReturnType<typeof inputs>) => ({
    args: ['baseline', '--items', items, '--method', 'bm25_starter', '--k', '8'],
    reads: [items],
  }),
  'baseline oracle': ({ items, labels }: ReturnType<typeof inputs>) => ({
    args: ['baseline', '--items', items, '--labels', labels, '--method', 'oracle', '--k', '8'],
    reads: [items, labels],
  }),
  rank: ({ items, parameters }: ReturnType<typeof inputs>) => ({
    args: ['rank', '--items', items, '--view', 'tfidf-word', '--config', parameters, '--k', '8'],
    reads: [items, parameters],
  }),
  replay: ({ at }: ReturnType<typeof inputs>) => {
    for (const name of EXPORT) writeFileSync(join(at, name), '{}\n');
    return { args: ['replay', '--traces', at], reads: EXPORT.map((name) => join(at, name)) };
  },
};

describe.each(Object.entries(WRITERS))('%s', (_, command) => {
  test('refuses an output that is an input, by any name or link, and leaves it as it is', async () => {
    const { args, reads } = command(inputs());
    for (const path of reads) {
      const text = readFileSync(path, 'utf8');
      const names = [path, join(folder(), 'symbolic'), join(folder(), 'hard')] as const;
      symlinkSync(path, names[1]);
      linkSync(path, names[2]);
      for (const out of names) {
        const { code, faults } = await cli(...args, '--out', out);
        expect([code, faults], out).toEqual([
          2,
          [expect.objectContaining({ code: 'output-is-input', file: out })],
        ]);
      }
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  test('does not follow a link to another file, nor write into a folder', async () => {
    const { args } = command(inputs());
    const at = folder();
    writeFileSync(join(at, 'mine'), 'kept');
    symlinkSync(join(at, 'mine'), join(at, 'link'));
    symlinkSync(join(at, 'nowhere'), join(at, 'dangling'));
    for (const name of ['link', 'dangling'])
      expect(await cli(...args, '--out', join(at, name))).toMatchObject({
        code: 2,
        faults: [{ code: 'link' }],
      });
    expect(await cli(...args, '--out', at)).toMatchObject({ code: 2, faults: [{ code: 'is-a-folder' }] });
    expect(readFileSync(join(at, 'mine'), 'utf8')).toBe('kept');
    expect(readdirSync(at).sort()).toEqual(['dangling', 'link', 'mine']);
  });

  test('refuses an empty --out, and an option that is given twice', async () => {
    const { args } = command(inputs());
    const out = join(folder(), 'out');
    expect(await cli(...args, '--out', '')).toMatchObject({
      code: 2,
      faults: [{ message: '--out is empty.' }],
    });
    for (let place = 1; place < args.length; place += 2) {
      const [name = '', value = ''] = args.slice(place, place + 2);
      const { code, faults } = await cli(...args, '--out', out, name, value);
      expect([code, faults]).toEqual([
        2,
        [expect.objectContaining({ code: 'usage', message: `${name} is given twice; give it once.` })],
      ]);
    }
    expect(existsSync(out)).toBe(false);
  });
});

describe('score', () => {
  const scored = ({ items, labels, rows }: ReturnType<typeof inputs>, predictions = rows) => [
    ...['score', '--items', items, '--labels', labels],
    ...['--predictions', predictions],
  ];

  test('keeps predictions that bear the name of one of its own files', async () => {
    const given = inputs();
    const predictions = join(given.at, 'per_state_scores.jsonl');
    writeFileSync(predictions, ROWS);
    const end = await cli(...scored(given, predictions), '--out', given.at);
    expect(end).toMatchObject({ code: 2, faults: [{ code: 'output-is-input', file: predictions }] });
    expect(readFileSync(predictions, 'utf8')).toBe(ROWS);
    expect(readdirSync(given.at)).not.toContain('summary.json');
  });

  test('whose second file cannot be written leaves nothing behind', async () => {
    const out = folder();
    mkdirSync(join(out, 'per_state_scores.jsonl'));
    expect(await cli(...scored(inputs()), '--out', out)).toMatchObject({ code: 2, faults: [{}] });
    expect(readdirSync(out)).toEqual(['per_state_scores.jsonl']);
  });

  test('writes over its own earlier files', async () => {
    const given = inputs();
    const out = folder();
    const args = [...scored(given), '--out', out];
    expect([(await cli(...args)).code, (await cli(...args)).code]).toEqual([0, 0]);
    expect(readdirSync(out).sort()).toEqual(['per_state_scores.jsonl', 'report.json', 'summary.json']);
    const twice = await cli(...args, '--predictions', given.rows);
    expect(twice).toMatchObject({
      code: 2,
      faults: [{ message: '--predictions is given twice; give it once.' }],
    });
  });
});

test.each([['validate'], ['bootstrap'], ['run']])(
  '%s refuses an option that is given twice',
  async (command) => {
    const { code, faults } = await cli(command, '--items', 'a', '--items', 'b');
    expect([code, faults]).toEqual([
      2,
      [expect.objectContaining({ message: '--items is given twice; give it once.' })],
    ]);
  },
);

describe('rank', () => {
  test.each([
    ['trec', 'a b'],
    ['trec', '\ud800'],
    ['csv', '\ud801'],
  ])('to %s with the id %j: one JSON object and exit code 2, nothing written', async (format, id) => {
    const items = join(folder(), 'items.jsonl');
    writeFileSync(
      items,
      `${JSON.stringify({ state_id: 's1', candidate_evidence: [{ evidence_id: id }] })}\n`,
    );
    const out = join(folder(), 'out');
    const args = [
      'rank',
      '--items',
      items,
      '--view',
      'bm25_starter',
      '--k',
      '8',
      '--out',
      out,
      '--format',
      format,
    ];
    expect(await cli(...args)).toMatchObject({ code: 2, faults: [{ code: 'unwritable-id' }] });
    expect(existsSync(out)).toBe(false);
  });
});

test('a reader that closes the pipe ends the command without a word', () => {
  const command =
    'set -o pipefail; TSX_TSCONFIG_PATH=scripts/tsconfig.json "$0" --import tsx scripts/cli.ts help | true';
  const { status, stderr } = spawnSync('bash', ['-c', command, process.execPath], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
