import { describe, expect, test } from 'vitest';
import type { Certificate } from '$lib/serbench/certificate';
import { checkCertificate, checkCertificateText } from '$lib/serbench/lab/check';
import { evaluateDraft } from '$lib/serbench/lab/evaluate';
import { importLabels } from '$lib/serbench/lab/import-labels';
import { printLabelLine, printLabelText } from '$lib/serbench/lab/label-row';
import type { IndexedState } from '$lib/serbench/split-index';

const POOL: IndexedState = {
  state_id: 's1',
  repo: 'o/r',
  instance_id: 'i',
  state_type: 'before_search',
  units: [],
  ids: new Set(['a', 'b', 'c', 'seen']),
  observed: new Set(['seen']),
};
const GOOD: Certificate = {
  state_id: 's1',
  required_evidence_groups: [
    {
      group_id: 'G1',
      role: 'bug_location',
      acceptable_evidence_ids: ['a', 'b'],
      minimum_required: 1,
      necessity_weight: 2,
      rationale: 'why',
    },
  ],
  alternative_minimal_sets: [['a', 'c']],
  observed_evidence_ids: ['seen'],
};
const codes = (certificate: Certificate) => checkCertificate(certificate, POOL).map((fault) => fault.code);
const withGroup = (change: object): Certificate => ({
  ...GOOD,
  required_evidence_groups: [{ ...GOOD.required_evidence_groups[0]!, ...change }],
});

describe('live validation', () => {
  test('finds nothing in a sound certificate and reads its text back', () => {
    expect(codes(GOOD)).toEqual([]);
    expect(checkCertificateText(printLabelText(GOOD), POOL)).toEqual({ certificate: GOOD, faults: [] });
  });

  test.each([
    [withGroup({ acceptable_evidence_ids: [] }), ['acceptable-empty']],
    [withGroup({ acceptable_evidence_ids: ['a', 'seen'] }), ['acceptable-observed']],
    [withGroup({ acceptable_evidence_ids: ['a', 'zz'] }), ['evidence-outside-pool']],
    [withGroup({ minimum_required: 3 }), ['minimum-too-large']],
    [withGroup({ necessity_weight: 0 }), ['weight-not-positive']],
    [withGroup({ role: ' ' }), ['role-missing']],
    [{ ...GOOD, required_evidence_groups: [] }, ['no-groups']],
    [{ ...GOOD, alternative_minimal_sets: [[]] }, ['branch-empty']],
    [{ ...GOOD, alternative_minimal_sets: [['seen']] }, ['branch-observed']],
    [{ ...GOOD, state_id: 's2' }, ['other-state']],
  ])('names the faults of the labels file: %#', (certificate, expected) => {
    expect(codes(certificate)).toEqual(expected);
  });

  test('places a fault by line and column of an indented text', () => {
    const text = printLabelText(withGroup({ minimum_required: 0 }));
    const { certificate, faults } = checkCertificateText(text, POOL);
    expect(certificate).toBeNull();
    expect(faults).toHaveLength(1);
    const line = text.split('\n')[faults[0]!.line - 1]!;
    expect(line.slice(faults[0]!.column! - 1)).toBe('0,');
    expect(text.slice(faults[0]!.from)).toMatch(/^0,/);
  });

  test('places a syntax error', () => {
    const { faults } = checkCertificateText('{\n  "state_id": "s1",\n  oops\n}', POOL);
    expect(faults.map(({ line, column, code }) => ({ line, column, code }))).toEqual([
      { line: 3, column: 3, code: 'json-syntax' },
    ]);
  });
});

describe('import and export', () => {
  test('take the own row out of a labels file, wrapped or not', () => {
    const other = { ...GOOD, state_id: 's0' };
    const wrapped = JSON.stringify({
      state_id: 's1',
      graded_labels: JSON.parse(printLabelLine(GOOD)) as object,
    });
    for (const row of [printLabelLine(GOOD), `${wrapped}\n`]) {
      const imported = importLabels(`${printLabelLine(other)}${row}`, POOL, 'labels.jsonl');
      expect(imported).toEqual({ certificate: GOOD, faults: [], rows: 2 });
    }
  });

  test('read one indented object', () => {
    expect(importLabels(printLabelText(GOOD), POOL, 'x.json').certificate).toEqual(GOOD);
  });

  test('locate faults in their line of the file', () => {
    const text = `${printLabelLine({ ...GOOD, state_id: 's0' })}${printLabelLine(withGroup({ necessity_weight: -1 }))}`;
    const { certificate, faults } = importLabels(text, POOL, 'labels.jsonl');
    expect(certificate).toBeNull();
    expect(faults.map(({ file, line, code }) => ({ file, line, code }))).toEqual([
      { file: 'labels.jsonl', line: 2, code: 'weight-not-positive' },
    ]);
  });

  test('say when no row is for the state', () => {
    const { certificate, faults } = importLabels(
      printLabelLine({ ...GOOD, state_id: 's0' }),
      POOL,
      'labels.jsonl',
    );
    expect(certificate).toBeNull();
    expect(faults[0]?.code).toBe('no-row-for-state');
  });

  test('print the keys in the release’s order', () => {
    expect(Object.keys(JSON.parse(printLabelLine(GOOD)) as object)).toEqual([
      'alternative_minimal_sets',
      'observed_evidence_ids',
      'required_evidence_groups',
      'schema_version',
      'state_id',
    ]);
    expect(printLabelLine(GOOD).endsWith('}\n')).toBe(true);
  });
});

describe('an evaluated draft', () => {
  test('skips what would pass the token ceiling, and a later unit moves up for it', () => {
    const draft = { certificate: GOOD, answer: ['c', 'a', 'b'], budget: { items: 1, tokens: 100 } };
    const tokens = (id: string) => (id === 'c' ? 150 : 60);
    const { delivered, skipped, values } = evaluateDraft(draft, tokens);
    expect(delivered).toEqual(['a']);
    expect(skipped).toEqual(['c', 'b']);
    expect(values[0]).toBe(1);
  });
});
