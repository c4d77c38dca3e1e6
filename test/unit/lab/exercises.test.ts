import { describe, expect, test } from 'vitest';
import { checkCertificate } from '$lib/serbench/lab/check';
import { applyEdit, type Edit } from '$lib/serbench/lab/edit';
import { EXERCISES } from '$lib/serbench/lab/exercises/all';
import { DIFFERENCES } from '$lib/serbench/lab/exercises/clusters';
import type { Exercise } from '$lib/serbench/lab/exercises/exercise';
import { typescriptKernel } from '$lib/statistics/kernel/typescript';
import { bootstrapIntervals } from '$lib/statistics/bootstrap/intervals';
import { DEFAULT_SETTINGS } from '$lib/statistics/bootstrap/settings';
import { makeSheet } from '$lib/statistics/sheet';
import { quietTask } from '$lib/serbench/task';

const answer = (...units: string[]): Edit => ({ kind: 'set-answer', units });
const accept = (group: number, unit: string): Edit => ({ kind: 'toggle-acceptable', group, unit });

/** For each exercise: a solution, and attempts that must not pass. */
const CASES: Record<string, { solve: Edit[] | number; fail: (Edit[] | number)[] }> = {
  'and-over-groups': {
    solve: [answer('reader', 'parser', 'settings')],
    fail: [[answer('reader', 'parser')], [answer('cli', 'reader', 'parser', 'settings')]],
  },
  'or-inside-a-group': {
    solve: [answer('reader-doc', 'parser-test', 'settings')],
    fail: [[answer('reader', 'parser-test', 'settings')], [answer('reader-doc', 'reader-file', 'settings')]],
  },
  'partial-credit': {
    solve: [answer('reader', 'parser', 'cli')],
    fail: [
      [answer('reader', 'parser')],
      [answer('reader', 'parser', 'settings')],
      [answer('reader', 'cli', 'report')],
    ],
  },
  thresholds: {
    solve: [answer('north', 'quay', 'purge')],
    fail: [[answer('north', 'changes', 'purge')], [answer('north', 'quay', 'harbour')]],
  },
  redundancy: {
    solve: [answer('reader', 'settings')],
    fail: [[answer('reader', 'reader-file', 'reader-doc', 'cli', 'settings')]],
  },
  'observed-units': {
    solve: [answer('parser', 'reader', 'settings')],
    fail: [[answer('parser', 'parser-test', 'reader')]],
  },
  'no-backfill': { solve: 4, fail: [2, 3, 5] },
  branches: {
    solve: [answer('reader', 'reader-doc', 'zone-doc')],
    fail: [[answer('reader', 'reader-doc', 'parser-test')], [answer('zone-doc', 'reader-doc', 'cli')]],
  },
  'ranking-versus-set': {
    solve: [answer('reader', 'parser', 'settings', 'cli')],
    fail: [[answer('reader', 'parser', 'settings')], [answer('reader', 'settings', 'parser', 'cli')]],
  },
  minimality: {
    solve: [accept(0, 'reader-file'), accept(2, 'reader-file')],
    fail: [
      [accept(0, 'reader-file')],
      [accept(0, 'cli'), accept(2, 'cli')],
      [{ kind: 'remove-group', group: 2 }],
      [{ kind: 'add-branch', units: ['cli'] }],
    ],
  },
  'floor-and-ceiling': {
    solve: [
      { kind: 'add-group' },
      accept(1, 'u9'),
      accept(0, 'u2'),
      accept(0, 'u3'),
      accept(0, 'u4'),
      accept(0, 'u1'),
      accept(0, 'u5'),
    ].map((e) => e as Edit),
    fail: [[{ kind: 'add-group' }, accept(1, 'u9')], [accept(0, 'u2')], [{ kind: 'remove-group', group: 0 }]],
  },
  'intervals-and-clusters': { solve: 1, fail: [0, 2, 3] },
};

function verdict(exercise: Exercise, work: Edit[] | number) {
  if (typeof work === 'number') return exercise.check({ draft: exercise.start, reply: work });
  return exercise.check({ draft: work.reduce(applyEdit, exercise.start), reply: null });
}

describe('the exercises', () => {
  test('are twelve, each with its own name and idea', () => {
    expect(EXERCISES).toHaveLength(12);
    expect(new Set(EXERCISES.map(({ id }) => id)).size).toBe(12);
    expect(new Set(EXERCISES.map(({ idea }) => idea)).size).toBe(12);
    expect(Object.keys(CASES).sort()).toEqual(EXERCISES.map(({ id }) => id).sort());
  });

  test.each(EXERCISES.map((exercise) => [exercise.id, exercise] as const))(
    '%s is not solved at the start',
    (_, exercise) => {
      const { done, say } = exercise.check({ draft: exercise.start, reply: null });
      expect(done).toBe(false);
      expect(say.length).toBeGreaterThan(8);
    },
  );

  test.each(EXERCISES.map((exercise) => [exercise.id, exercise] as const))(
    '%s can be solved, and not by less',
    (id, exercise) => {
      const { solve, fail } = CASES[id]!;
      expect(verdict(exercise, solve).done).toBe(true);
      for (const attempt of fail) {
        const { done, say } = verdict(exercise, attempt);
        expect(done, JSON.stringify(attempt)).toBe(false);
        expect(say.length).toBeGreaterThan(8);
      }
    },
  );

  test.each(
    EXERCISES.filter(({ units }) => units.length > 0).map((exercise) => [exercise.id, exercise] as const),
  )('%s has a certificate that a labels file could hold', (_, { start, units }) => {
    const state = {
      state_id: start.certificate.state_id,
      repo: '',
      instance_id: '',
      state_type: '',
      units: [],
      ids: new Set(units.map(({ id }) => id)),
      observed: new Set(start.certificate.observed_evidence_ids),
    };
    expect(checkCertificate(start.certificate, state)).toEqual([]);
    expect(start.answer.every((id) => state.ids.has(id))).toBe(true);
  });

  test('the intervals told are those of the bootstrap engine', async () => {
    const column = Float64Array.from(DIFFERENCES.flat());
    const interval = async (clusterOf: string[]) => {
      const { sheet } = makeSheet(clusterOf, [column], [[0, null]]);
      const [found] = await bootstrapIntervals(sheet, DEFAULT_SETTINGS, typescriptKernel, quietTask());
      return [found?.low.toFixed(2), found?.high.toFixed(2)];
    };
    const states = Array.from(column, (_, i) => `state ${i}`);
    const issues = DIFFERENCES.flatMap((row, i) => row.map(() => `issue ${i}`));
    const text = EXERCISES.at(-1)!.text.join(' ');
    expect(text).toContain(`a 95% interval of ${(await interval(states)).join(' to ')}`);
    expect(text).toContain(`Drawing whole issues gives ${(await interval(issues)).join(' to ')}`);
    expect(column.reduce((a, b) => a + b, 0)).toBe(7);
  });
});
