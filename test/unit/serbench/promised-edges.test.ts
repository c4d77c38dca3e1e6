import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { quietTask } from '$lib/serbench/task';
import type { Certificate, Group } from '$lib/serbench/certificate';
import { compareCodePoints } from '$lib/serbench/code-point';
import { FaultList } from '$lib/serbench/fault';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { IdealDcg } from '$lib/serbench/metrics/ideal-dcg';
import { idealByTable } from '$lib/serbench/metrics/ideal-dcg-table';
import { necessityWeightedRecall } from '$lib/serbench/metrics/necessity-weighted-recall';
import { readRanking } from '$lib/serbench/metrics/outcome';
import { decompress } from '$lib/serbench/reading/decompress';
import { readItems, readSplitIndex } from '$lib/serbench/reading/items';
import { isSuspicious } from '$lib/serbench/reading/json-quick-check';
import { readCertificates } from '$lib/serbench/reading/labels';
import { readPredictions } from '$lib/serbench/reading/predictions';

/** One test for each sentence of the scorer and the reader that promises an edge. */

const group = (id: string, acceptable: string[], more: Partial<Group> = {}): Group => ({
  group_id: id,
  role: 'r',
  acceptable_evidence_ids: acceptable,
  minimum_required: 1,
  necessity_weight: 1,
  ...more,
});
const compiled = (groups: Group[], branches: string[][] = []) =>
  compileCertificate({
    state_id: 's',
    required_evidence_groups: groups,
    alternative_minimal_sets: branches,
    observed_evidence_ids: [],
  } satisfies Certificate);

describe('a ranking against a certificate', () => {
  it('counts a repeated unit at its first place, and its copy uses up a slot', () => {
    const outcome = readRanking(compiled([group('g', ['a']), group('h', ['b'])]), ['a', 'a', 'b']);
    expect(outcome.groupRanks).toEqual([1, 3]);
  });

  it('is not completed by a branch of nothing', () => {
    const outcome = readRanking(compiled([group('g', ['a'])], [[], ['b', 'c']]), ['x', 'b', 'c']);
    expect(outcome.completeRank).toBe(3);
    expect(readRanking(compiled([group('g', ['a'])], [[]]), ['x']).completeRank).toBe(Infinity);
  });

  it('weighs nothing where the weights sum to 0', () => {
    const outcome = readRanking(compiled([group('g', ['a'], { necessity_weight: 0 })]), ['a']);
    expect(necessityWeightedRecall.value(outcome, 5)).toBe(0);
  });

  it('has an exact ideal beyond 30 open groups, where units that look alike are not', () => {
    // Units 0 and 1 differ only in the groups from the 31st on: the second is worth more.
    const groups = [
      ...Array.from({ length: 31 }, () => ({ weight: 0.001, role: 0, need: 1, units: [0, 1] })),
      { weight: 5, role: 0, need: 1, units: [1] },
      { weight: 3, role: 0, need: 1, units: [0] },
      { weight: 1, role: 0, need: 1, units: [2] },
    ];
    const table = idealByTable(groups, 3);
    // A cost of nothing keeps the search from handing over to the table.
    const searched = new IdealDcg(groups, 3, 0);
    for (const k of [1, 2, 3]) expect(searched.at(k)).toBe(table[k]);
  });
});

test('halves of surrogate pairs that stand alone keep their place in the order of code points', () => {
  const sorted = ['\ud800', '\ud800a', '\ud800\udc00', '\ud801', '\udc00', '\ue000', '\u{10000}a'];
  const places: [string, string, number][] = [
    // Where the pair's halves differ after an equal first half, the whole code points decide.
    ['\ud800\udc00', '\ud800\udc01', -1],
    ['\ud800a', '\ud800\udc00', -1],
    ['\ud800\ue000', '\ud800\udc00', -1],
    ['\ud800\ue000', '\ud800\udc00a', -1],
    ['\ue000', '\u{10000}', -1],
  ];
  for (const [a, b, sign] of places) {
    expect([a, b, Math.sign(compareCodePoints(a, b))]).toEqual([a, b, sign]);
    expect(Math.sign(compareCodePoints(b, a))).toBe(-sign);
  }
  for (const one of sorted) expect(compareCodePoints(one, one)).toBe(0);
});

describe('a file that was cut', () => {
  const items = ['s1', 's2', 's3']
    .map((state_id) =>
      JSON.stringify({
        state_id,
        candidate_evidence: [{ evidence_id: 'a' }],
        observed_evidence_ids: [],
      }),
    )
    .join('\n');
  const cutGzip = (text: string) => {
    // Stored, not packed: the lines before the cut are there.
    const whole = gzipSync(text, { level: 0 });
    return new Blob([new Uint8Array(whole.subarray(0, whole.length - 12))]);
  };
  const context = async () => ({
    split: await readSplitIndex(new Blob([items]), 'items.jsonl', new FaultList(), quietTask()),
  });

  it('gets its own fault, and not one for each state behind the cut', async () => {
    const row = JSON.stringify({ state_id: 's1', method: 'm', ranked_evidence_ids: ['a'] });
    const predictions = new FaultList();
    const options = await context();
    for await (const one of readPredictions(
      cutGzip(`${row}\n${row}\n`),
      'p.jsonl.gz',
      predictions,
      quietTask(),
      options,
    ))
      expect(one.state_id).toBe('s1');
    expect(predictions.errors).toBe(1);
    const label = JSON.stringify({
      state_id: 's1',
      required_evidence_groups: [group('g', ['a'])],
      alternative_minimal_sets: [],
      observed_evidence_ids: [],
    });
    const labels = new FaultList();
    await readCertificates(cutGzip(`${label}\n${label}\n`), 'l.jsonl.gz', labels, quietTask(), options);
    expect(labels.errors).toBe(1);
  });

  it('is not taken for a whole one because the native inflater says nothing', async () => {
    // The length that gzip stores last does not fit: the careful reader must look.
    const bytes = new Uint8Array(
      gzipSync('{"state_id":"s1","candidate_evidence":[],"observed_evidence_ids":[]}\n'),
    );
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
    const faults = new FaultList();
    for await (const one of readItems(new Blob([bytes]), 'i.jsonl.gz', faults, quietTask()))
      expect(one).toBeDefined();
    expect(faults.errors).toBe(1);
    const inflate = async () => {
      for await (const chunk of decompress(new Blob([bytes]), quietTask()))
        expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(inflate()).rejects.toThrow();
  });
});

test.each(['1E999', '1e999', '-2E400', '[1E5]'])(
  'a number with an exponent is looked at twice: %s',
  (text) => {
    expect(isSuspicious(`{"a": ${text}}`, { a: 0 })).toBe(true);
  },
);
