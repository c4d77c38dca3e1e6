import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '$lib/serbench/lab/draft';
import { decodeShare } from '$lib/serbench/lab/share/decode';
import { encodeShare } from '$lib/serbench/lab/share/encode';
import { openShared } from '$lib/serbench/lab/share/open';
import { answers, certificates, POOL } from './certificates';

const drafts: fc.Arbitrary<Draft> = fc.record({
  certificate: certificates,
  answer: answers,
  budget: fc.record({
    items: fc.integer({ min: 1, max: 100 }),
    tokens: fc.option(fc.integer({ min: 1, max: 9000 })),
  }),
});

const source = { kind: 'state', split: 'demo', stateId: 's' } as const;
const open = (link: string) => openShared(decodeShare(link), 's', POOL, []);

/** Every part of what was opened stands in the draft that was shared, in order. */
function expectPartOf(opened: Draft, shared: Draft): void {
  const groups = new Map(shared.certificate.required_evidence_groups.map((group) => [group.group_id, group]));
  for (const group of opened.certificate.required_evidence_groups)
    expect(group).toEqual(groups.get(group.group_id));
  const branches = shared.certificate.alternative_minimal_sets.map(String);
  for (const branch of opened.certificate.alternative_minimal_sets)
    expect(branches).toContain(String(branch));
  if (opened.answer.length > 0) expect(opened.answer).toEqual(shared.answer);
}

describe('shared links', () => {
  test('come back as they were', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(drafts, (draft) => {
        const { draft: opened, dropped } = open(encodeShare(source, draft, POOL));
        expect(dropped).toEqual([]);
        expect(opened).toEqual(draft);
      }),
      { numRuns: 2000 },
    );
  });

  test('that are cut open with what is left and say so', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(drafts, fc.double({ min: 0, max: 0.999, noNaN: true }), (draft, share) => {
        const link = encodeShare(source, draft, POOL);
        const { draft: opened, dropped } = open(link.slice(0, Math.floor(link.length * share)));
        expect(dropped.length).toBeGreaterThan(0);
        expectPartOf(opened, draft);
      }),
      { numRuns: 2000 },
    );
  });

  test('with one wrong character never open with anything that was not shared', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(drafts, fc.nat(), fc.constantFrom(...'Az09-_ %'), (draft, at, character) => {
        const link = encodeShare(source, draft, POOL);
        const i = 2 + (at % (link.length - 2));
        const { draft: opened, dropped } = open(link.slice(0, i) + character + link.slice(i + 1));
        expectPartOf(opened, draft);
        if (encodeShare(source, opened, POOL) !== link) expect(dropped.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('of any text open without an exception', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(open(text).dropped.length).toBeGreaterThan(0);
        expect(open(`1.${text}`).dropped.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});
