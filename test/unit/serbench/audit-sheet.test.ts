import { describe, expect, it } from 'vitest';
import { auditSheet, auditTable } from '$lib/serbench/audit-sheet';
import type { Certificate } from '$lib/serbench/certificate';
import { indexState } from '$lib/serbench/split-index';
import { makeState, makeUnit } from '../../support/states';

const index = new Map(
  ['s1', 's2'].map((state_id) => [
    state_id,
    indexState(
      makeState([makeUnit('a', ''), makeUnit('b', ''), makeUnit('seen', '')], {
        state_id,
        observed_evidence_ids: ['seen'],
      }),
    ),
  ]),
);
const certificate = (state_id: string, more: Partial<Certificate> = {}): Certificate => ({
  state_id,
  required_evidence_groups: [
    {
      group_id: 'g',
      role: 'r',
      acceptable_evidence_ids: ['a', 'b'],
      minimum_required: 1,
      necessity_weight: 1,
    },
  ],
  alternative_minimal_sets: [['b']],
  observed_evidence_ids: ['seen'],
  ...more,
});
const group = (...acceptable_evidence_ids: string[]) => [
  { group_id: 'g', role: 'r', acceptable_evidence_ids, minimum_required: 1, necessity_weight: 1 },
];
const sheetOf = (...list: Certificate[]) =>
  auditSheet(index, new Map(list.map((one) => [one.state_id, one])));

describe('the sheet of a labelled split', () => {
  it('says of a clean split how much each check looked at', () => {
    const lines = sheetOf(certificate('s1'), certificate('s2'));
    expect(lines.flatMap(({ failing }) => failing)).toEqual([]);
    expect(lines.map(({ checked, unit }) => [checked, unit])).toEqual([
      [2, 'states'],
      [2, 'certificates'],
      [4, 'units'],
      [4, 'units'],
      [2, 'branches'],
      [2, 'certificates'],
      [2, 'states'],
    ]);
  });

  it.each([
    ['Every state has a certificate', [certificate('s1')], 's2'],
    ['Every certificate belongs to a state', [certificate('s1'), certificate('s2'), certificate('s9')], 's9'],
    [
      'Every acceptable unit lies',
      [certificate('s1', { required_evidence_groups: group('z') }), certificate('s2')],
      's1: z',
    ],
    [
      'No acceptable unit was observed',
      [certificate('s1', { required_evidence_groups: group('seen') }), certificate('s2')],
      's1: seen',
    ],
    [
      'Every unit of a branch',
      [certificate('s1', { alternative_minimal_sets: [['a'], ['seen']] }), certificate('s2')],
      's1: branch 2',
    ],
    ['Observed units are those', [certificate('s1', { observed_evidence_ids: [] }), certificate('s2')], 's1'],
  ])('%s: names where it fails', (what, list, where) => {
    const line = sheetOf(...list).find((one) => one.what.startsWith(what))!;
    expect(line.failing).toContain(where);
    expect(auditTable([line]).rows[0]!.at(-1)).toContain(where);
  });
});
