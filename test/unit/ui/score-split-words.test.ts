import { describe, expect, it } from 'vitest';
import type { FaultReport } from '$lib/serbench/score/session';
import type { SplitRecord } from '$lib/data/schema';
import { joinReports } from '$lib/ui/score/fault-reports';
import { versionOf, whyNotScored } from '$lib/ui/score/split-words';
import { PRIVATE_LABELS } from '$lib/serbench/submission';

const clean: FaultReport = { kept: [], errors: 0, warnings: 0, kinds: [] };
const fault = (code: string): FaultReport['kept'][number] => ({
  file: 'f',
  line: 1,
  path: '',
  code,
  value: '1',
  message: code,
  severity: 'error',
});

describe('joinReports', () => {
  it('puts the later faults behind the earlier ones and sums the counts', () => {
    const joined = joinReports(
      { kept: [fault('a')], errors: 2, warnings: 3, kinds: [] },
      { kept: [fault('b')], errors: 10, warnings: 20, kinds: [] },
    );
    expect(joined?.kept.map(({ code }) => code)).toEqual(['a', 'b']);
    expect([joined?.errors, joined?.warnings]).toEqual([12, 23]);
  });

  it('keeps what was there when nothing is added, and is null when nothing is there', () => {
    const before = { ...clean, kept: [fault('a')], errors: 1 };
    expect(joinReports(before, clean)).toEqual(before);
    expect(joinReports(null, clean)).toBeNull();
  });
});

describe('a split’s words', () => {
  const split = (labels: Blob | null, states = 3): SplitRecord =>
    ({ key: 'mine', label: 'mine', addedAt: '2026-01-01', labels, states }) as SplitRecord;

  it('names another version once labels come', () => {
    expect(versionOf(split(null))).not.toBe(versionOf(split(new Blob(['x']))));
    expect(versionOf(split(null))).toBe(versionOf(split(null)));
  });

  it('says why there is no score: private labels, or none dropped', () => {
    expect(whyNotScored(split(null, 500))).toBe(PRIVATE_LABELS);
    expect(whyNotScored(split(null))).toMatch(/mine has no certificates.*drop its labels file/s);
  });
});
