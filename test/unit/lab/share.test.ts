import { describe, expect, test } from 'vitest';
import { blankDraft, type Draft } from '$lib/serbench/lab/draft';
import { decodeShare } from '$lib/serbench/lab/share/decode';
import { encodeShare } from '$lib/serbench/lab/share/encode';
import { openShared } from '$lib/serbench/lab/share/open';
import { pack, unpack } from '$lib/serbench/lab/share/packing';
import { checkOf, printRecord } from '$lib/serbench/lab/share/record';

const POOL = ['u1', 'u2', 'u3'];
const DRAFT: Draft = {
  ...blankDraft('s'),
  certificate: {
    state_id: 's',
    required_evidence_groups: [
      {
        group_id: 'G1',
        role: 'bug_location',
        acceptable_evidence_ids: ['u1', 'u2'],
        minimum_required: 1,
        necessity_weight: 2,
        rationale: 'Naïve “quotes”, a tab\tand a line\nbreak 🙂',
      },
    ],
    alternative_minimal_sets: [['u3']],
    observed_evidence_ids: [],
  },
  answer: ['u2', 'u3'],
};
const link = (...records: [string, ...unknown[]][]) => {
  const body = records
    .map(
      (record) => `${printRecord(record)}
`,
    )
    .join('');
  return `1.${pack(`${body}${printRecord(['end', 0, 0, checkOf(body)])}
`)}`;
};

describe('a shared draft', () => {
  test('names where its pool comes from', () => {
    const text = encodeShare({ kind: 'state', split: 'demo', stateId: 's' }, DRAFT, POOL);
    expect(text).toMatch(/^1\.[A-Za-z0-9_-]+$/);
    expect(decodeShare(text).source).toEqual({ kind: 'state', split: 'demo', stateId: 's' });
    expect(decodeShare(encodeShare({ kind: 'blank', units: 3 }, DRAFT, POOL)).source).toEqual({
      kind: 'blank',
      units: 3,
    });
  });

  test('of another pool leaves its units out and says so', () => {
    const shared = decodeShare(encodeShare({ kind: 'state', split: 'demo', stateId: 's' }, DRAFT, POOL));
    const { draft, dropped } = openShared(shared, 's', ['x', 'y', 'z'], []);
    expect(draft.answer).toEqual([]);
    expect(draft.certificate.required_evidence_groups[0]?.acceptable_evidence_ids).toEqual([]);
    expect(dropped.join(' ')).toMatch(/pool differs/);
  });

  test('of a newer version keeps what is known and names what is not', () => {
    const made = link(['blank', 3], ['glow', 7], ['group', 'G1', 'bug_location', 1, 1, [0]]).replace(
      /^1\./,
      '2.',
    );
    const shared = decodeShare(made);
    expect(shared.groups).toHaveLength(1);
    expect(shared.dropped).toHaveLength(2);
    expect(shared.dropped[0]).toMatch(/newer version \(2\)/);
    expect(shared.dropped[1]).toMatch(/"glow"/);
  });

  test.each([
    ['group', 'G1', 'bug_location', 0, 1, [0]],
    ['group', 'G1', 'bug_location', 1, -1, [0]],
    ['group', 'G1', 'bug_location', 1, 1, [0, 0]],
    ['group', '', 'bug_location', 1, 1, [0]],
    ['branch', 'no list'],
    ['budget', 0, null],
    ['budget', 5, 'many'],
    ['answer', [-1]],
    ['blank', 1e9],
  ] as [string, ...unknown[]][])('leaves out %j and says so', (...record) => {
    const shared = decodeShare(link(record as [string, ...unknown[]]));
    expect(shared.groups).toEqual([]);
    expect(shared.branches).toEqual([]);
    expect(shared.dropped).toEqual([`An entry "${record[0]}" had values out of range and was left out.`]);
  });

  test('counts units outside the pool', () => {
    const shared = decodeShare(link(['blank', 3], ['answer', [0, 2, 7, 9]]));
    const { draft, dropped } = openShared(shared, 's', POOL, []);
    expect(draft.answer).toEqual(['u1', 'u3']);
    expect(dropped).toEqual(['2 units are not in the pool and were left out.']);
  });

  test('that would unpack to a flood is cut', () => {
    const { text, whole } = unpack(pack('x'.repeat(5_000_000)));
    expect(text.length).toBeLessThanOrEqual(256 * 1024);
    expect(whole).toBe(false);
  });
});
