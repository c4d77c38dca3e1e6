import { expect, it } from 'vitest';
import { pace } from '$lib/ui/complement/pace';

it('tells the time left by the speed of this session alone', () => {
  let clock = 0;
  const left = pace(() => clock);
  const at = (done: number, total: number | null) => left({ done, total, unit: 'states' });
  expect(at(100, 500)).toBeNull();
  clock = 1000;
  expect(at(100, 500)).toBeNull();
  expect(at(102, null)).toBeNull();
  expect(at(102, 500)).toBe(500 * 398);
  clock = 4000;
  expect(at(104, 500)).toBe(1000 * 396);
  expect(at(500, 500)).toBe(0);
});
