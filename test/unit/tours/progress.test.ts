import { describe, expect, test } from 'vitest';
import { begin, go, NO_PROGRESS, putAside, readProgress } from '$lib/ui/tours/progress';
import { TOURS } from '$lib/ui/tours/tours';

describe('progress of tours', () => {
  test('starts, steps within bounds, and is resumed where it was left', () => {
    let progress = go(go(begin(NO_PROGRESS, 'score'), 1, 5), 1, 5);
    progress = go(go(go(progress, -1, 5), -1, 5), -1, 5);
    expect(progress.at).toEqual({ score: 0 });
    progress = putAside(go(progress, 3, 5));
    expect(progress.running).toBeNull();
    expect(begin(progress, 'score')).toEqual({ running: 'score', at: { score: 3 }, done: [] });
  });

  test('is done after the last step and starts over then', () => {
    const progress = go(begin(NO_PROGRESS, 'paper'), 5, 5);
    expect(progress).toEqual({ running: null, at: {}, done: ['paper'] });
    expect(begin(progress, 'paper').at).toEqual({ paper: 0 });
    expect(go(begin(progress, 'paper'), 9, 5).done).toEqual(['paper']);
  });

  test('keeps several tours apart', () => {
    const progress = go(begin(go(begin(NO_PROGRESS, 'score'), 2, 5), 'paper'), 1, 5);
    expect(progress).toEqual({ running: 'paper', at: { score: 2, paper: 1 }, done: [] });
  });

  test('does nothing without a running tour, and survives a round trip', () => {
    expect(go(NO_PROGRESS, 1, 5)).toBe(NO_PROGRESS);
    const progress = begin(NO_PROGRESS, 'score');
    expect(readProgress(JSON.stringify(progress))).toEqual(progress);
  });

  test.each([
    null,
    '',
    'null',
    '[]',
    '{}',
    '{"running":1,"at":{},"done":[]}',
    '{"running":null,"at":{"a":-1},"done":[]}',
    '{"running":null,"at":{},"done":[2]}',
  ])('reads %j as nothing kept', (text) => {
    expect(readProgress(text)).toBeNull();
  });
});

describe('the tours', () => {
  test('are three, with distinct names and texts of a few sentences', () => {
    expect(TOURS.map(({ id }) => id)).toEqual(['score', 'certificate', 'paper']);
    for (const { steps } of TOURS) {
      expect(steps.length).toBeGreaterThanOrEqual(5);
      expect(new Set(steps.map(({ title }) => title)).size).toBe(steps.length);
      for (const { text } of steps) expect(text.length).toBeLessThan(260);
    }
  });
});
