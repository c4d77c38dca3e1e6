import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { releases } from '$lib/data/release/catalog';
import { labelFacets } from '$lib/serbench/label-facets';
import { MACHINE_CALIBRATED, provenanceOf } from '$lib/serbench/provenance';
import { labels } from '../../helpers/read';
import { prepared } from '../../support/split';

const row = (id: string, more: object = {}) => ({
  state_id: id,
  required_evidence_groups: [
    {
      group_id: 'G',
      role: 'r',
      acceptable_evidence_ids: ['a'],
      minimum_required: 1,
      necessity_weight: 1,
    },
  ],
  observed_evidence_ids: [],
  ...more,
});
const released = {
  label_confidence: 0.8,
  human_audit_status: 'not_sampled',
  metadata: { certificate_tier: 'T', machine_calibrated_not_human_gold: true },
  necessity_certificate: { status: 'accepted' },
  sufficiency_certificate: { status: 'valid', tier: 'other' },
};
const read = async (...rows: object[]) =>
  (await labels(rows.map((one) => JSON.stringify(one)).join('\n'), null)).rows;

describe('what a label row says beside its groups', () => {
  test('is kept as it stands, and in no field of the certificate that is scored', async () => {
    const [plain, full] = await read(row('s1'), row('s2', released));
    expect(plain).not.toHaveProperty('further');
    const { further, ...scored } = full ?? { further: {} };
    expect(further).toEqual(released);
    expect(scored).toEqual({ ...plain, state_id: 's2' });
  });

  test('is kept from a wrapper, too', async () => {
    const [one] = await read({ state_id: 's', beside: 1, graded_labels: row('s', { inside: 2 }) });
    expect(one?.further).toEqual({ beside: 1, inside: 2 });
  });

  test('names of prototypes are fields like others', async () => {
    const text = JSON.stringify(row('s')).replace(
      '{',
      '{"__proto__":{"label_confidence":1},"constructor":2,',
    );
    const [one] = (await labels(text, null)).rows;
    expect(Object.keys(one?.further ?? {})).toEqual(['__proto__', 'constructor']);
    expect(labelFacets([one!]).size).toBe(0);
  });

  test('its facets, by state', async () => {
    const odd = { label_confidence: {}, metadata: [], sufficiency_certificate: { tier: 'fallback' } };
    const facets = labelFacets(await read(row('s1'), row('s2', released), row('s3', odd)));
    expect(Object.fromEntries([...facets].map(([key, values]) => [key, [...values]]))).toEqual({
      tier: [
        ['s2', 'T'],
        ['s3', 'fallback'],
      ],
      confidence: [['s2', '0.8']],
      audit: [['s2', 'not_sampled']],
      sufficiency: [['s2', 'valid']],
      necessity: [['s2', 'accepted']],
    });
  });

  test('passes into the prepared split and its table', async () => {
    const item = JSON.stringify({ state_id: 's', candidate_evidence: [{ evidence_id: 'a' }] });
    const split = await prepared(item, JSON.stringify(row('s', released)));
    expect(split.certificates[0]?.further).toEqual(released);
    const table = split.tables.find(({ name }) => name === 'certificates');
    expect(await table?.content.text()).toContain('"certificate_tier":"T"');
  });
});

describe('provenance', () => {
  test('goes by the rows’ own word', async () => {
    expect(provenanceOf(await read(row('s1')))).toBeNull();
    expect(provenanceOf(await read(row('s1', released)))).toBe(MACHINE_CALIBRATED);
    expect(provenanceOf(await read(row('s1', released), row('s2')))).toContain('1 of the 2');
  });

  test('Cal500 and the example are called what they are where they are offered', () => {
    for (const { key, about } of releases) expect(about.includes(MACHINE_CALIBRATED)).toBe(key !== 'test500');
  });

  const example = '../shared/paper/example/labels.jsonl';
  test.skipIf(!existsSync(example))('the released rows say so', async () => {
    expect(provenanceOf((await labels(readFileSync(example, 'utf8'), null)).rows)).toBe(MACHINE_CALIBRATED);
  });
});
