import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Progress } from '$lib/serbench/task';
import { progressFor } from '$lib/worker/progress';

const at = (done: number, note = 'Reading'): Progress => ({ done, total: 100, unit: 'rows', note });
let sent: number[] = [];
const send = ({ done }: Progress) => void sent.push(done);

describe('progress of a call', () => {
  beforeEach(() => {
    sent = [];
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is thinned, and a new phase goes through at once with what was held before it', () => {
    const progress = progressFor(send);
    for (let done = 0; done < 10; done += 1) progress.report(at(done));
    expect(sent).toEqual([0]);
    progress.report(at(10, 'Writing'));
    expect(sent).toEqual([0, 9, 10]);
  });

  test('work that waits is shown where it stands', () => {
    const progress = progressFor(send);
    progress.report(at(0));
    progress.report(at(1));
    progress.report(at(2));
    vi.advanceTimersByTime(40);
    expect(sent).toEqual([0, 2]);
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([0, 2]);
  });

  test('a flush sends the last value once, and nothing follows the end', () => {
    const progress = progressFor(send);
    progress.report(at(0));
    progress.report(at(1));
    progress.flush();
    progress.report(at(2));
    progress.stop();
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([0, 1]);
  });
});
