import { describe, expect, test } from 'vitest';
import { makeRelease } from '../../../scripts/release-shaped/release';

interface Item {
  state_id: string;
  state_type: string;
  candidate_count: number;
  observed_evidence_ids: string[];
  trajectory_prefix: { step_id: number; action_type: string }[];
  candidate_evidence: { evidence_id: string; content_excerpt: string; content_sha256: string }[];
}
interface Label {
  state_id: string;
  required_evidence_groups: { acceptable_evidence_ids: string[]; minimum_required: number }[];
  observed_evidence_ids: string[];
}

const shape = { states: 40, seed: 7, split: 'cal500' };
const rows = [...makeRelease(shape)];
const items = rows.map(({ item }) => JSON.parse(item) as Item);
const labels = rows.map(({ label }) => JSON.parse(label) as Label);

describe('release-shaped data', () => {
  test('the same seed gives the same bytes, another seed others', () => {
    expect([...makeRelease(shape)]).toEqual(rows);
    expect([...makeRelease({ ...shape, seed: 8 })][0]).not.toEqual(rows[0]);
  });

  test('pools and excerpts keep the release’s bounds', () => {
    for (const item of items) {
      expect(item.candidate_count).toBe(item.candidate_evidence.length);
      expect(item.candidate_count).toBeGreaterThanOrEqual(20);
      expect(item.candidate_count).toBeLessThanOrEqual(120);
      expect(new Set(item.candidate_evidence.map((unit) => unit.evidence_id)).size).toBe(
        item.candidate_count,
      );
      expect(item.trajectory_prefix.map((step) => step.step_id)).toEqual([...item.trajectory_prefix.keys()]);
    }
    const excerpts = items.flatMap((item) =>
      item.candidate_evidence.map((unit) => unit.content_excerpt.length),
    );
    expect(Math.max(...excerpts)).toBe(2400);
    expect(Math.min(...excerpts)).toBeGreaterThan(0);
    expect(new Set(items.map((item) => item.state_id)).size).toBe(40);
  });

  test('every certificate can be met inside its pool and outside what was observed', () => {
    labels.forEach((label, i) => {
      const pool = new Set(items[i]!.candidate_evidence.map((unit) => unit.evidence_id));
      expect(label.state_id).toBe(items[i]!.state_id);
      expect(label.observed_evidence_ids).toEqual(items[i]!.observed_evidence_ids);
      expect(label.required_evidence_groups.length).toBeGreaterThan(0);
      for (const group of label.required_evidence_groups) {
        expect(group.acceptable_evidence_ids.length).toBeGreaterThanOrEqual(group.minimum_required);
        for (const id of group.acceptable_evidence_ids) {
          expect(pool.has(id)).toBe(true);
          expect(label.observed_evidence_ids).not.toContain(id);
        }
      }
    });
  });
});
