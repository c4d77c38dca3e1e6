import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  allowedMs,
  attack,
  judge,
  shrink,
  type Case,
  type Ended,
  type Failure,
} from '../../../scripts/fuzz/attack';

const fine = (ms: number, bytes: number | null): Ended => ({ kind: 'fine', ms, bytes });

describe('judging a case', () => {
  test.each([
    ['quick', [fine(10, 5)], null],
    ['a second per megabyte', [fine(2900, 3e6)], null],
    ['slow once', [fine(1500, 10), fine(9, 10)], null],
    ['slow every time', [fine(1500, 10), fine(1500, 10), fine(1400, 10)], 'slow'],
    ['of unknown size', [fine(4900, null)], null],
    ['hung every time', Array.from({ length: 3 }, (): Ended => ({ kind: 'hung', ms: 9 })), 'hung'],
    ['failed', [{ kind: 'failed', message: 'x' }], 'failed'],
    ['died', [{ kind: 'died', message: 'x' }], 'died'],
  ] satisfies [string, Ended[], string | null][])('%s', async (_, ends, what) => {
    const left = [...ends];
    const failure = await judge(() => Promise.resolve(left.shift() ?? fine(0, 0)), { seed: 1 });
    expect(failure?.what ?? null).toBe(what);
    expect(left).toEqual([]);
  });

  test('a small input has a second', () => {
    expect(allowedMs(10)).toBe(1000);
  });
});

const failing = (least: number) => (input: Case) =>
  Promise.resolve<Ended>(
    (input.size ?? 256) >= least ? { kind: 'failed', message: `at ${input.size}` } : fine(1, 1),
  );

test('a failure is shrunk to the smallest size at which it stands', async () => {
  const failure: Failure = { seed: 3, what: 'failed', message: '' };
  expect(await shrink(failing(40), failure)).toMatchObject({ seed: 3, size: 64 });
  expect(await shrink(failing(0), { ...failure, size: 1000 })).toMatchObject({ size: 1 });
});

test('an attack takes other seeds each time, the same from one seed, and stops at five failures', async () => {
  const seen: number[] = [];
  const told: Failure[] = [];
  let left = 20;
  const sound = (input: Case) => {
    seen.push(input.seed);
    return Promise.resolve(fine(1, 1));
  };
  expect(
    await attack(
      sound,
      9,
      () => (left -= 1) >= 0,
      () => undefined,
    ),
  ).toEqual({ cases: 20, failures: 0 });
  expect(new Set(seen).size).toBe(20);
  const again = [...seen];
  seen.splice(0);
  left = 20;
  await attack(
    sound,
    9,
    () => (left -= 1) >= 0,
    () => undefined,
  );
  expect(seen).toEqual(again);
  const end = await attack(
    failing(0),
    1,
    () => true,
    (failure) => void told.push(failure),
  );
  expect([end, told.length]).toEqual([{ cases: 5, failures: 5 }, 5]);
});

describe('npm run fuzz', () => {
  const folder = new URL('./broken/', import.meta.url).href;
  const fuzz = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/fuzz.ts', ...args, '--targets', folder], {
      encoding: 'utf8',
      env: { ...process.env, TSX_TSCONFIG_PATH: 'scripts/tsconfig.json' },
    });

  test('finds what throws, by a case that can be run again', () => {
    const { stdout, status } = fuzz('throws', '--minutes', '0', '--seed', '5');
    expect(status).toBe(1);
    expect(stdout).toContain('throws: failed: Error: broken');
    const [, of = '', size = ''] = /--case (\d+) --size (\d+)/.exec(stdout) ?? [];
    expect(Number(size)).toBe(8);
    expect(fuzz('throws', '--case', of, '--size', size).stdout).toContain('broken');
    expect(fuzz('throws', '--case', of, '--size', '7')).toMatchObject({
      status: 0,
      stdout: 'throws: the case holds\n',
    });
  });

  test('finds what hangs and what ends the process', () => {
    expect(fuzz('hangs', '--case', '1', '--hang-ms', '300')).toMatchObject({ status: 1 });
    expect(fuzz('dies', '--case', '1').stdout).toContain('dies: died: The process ended with 7');
    expect(fuzz('holds', '--minutes', '0', '--seed', '1').stdout).toMatch(
      /^holds: \d+ cases from seed 1, 0 failed/,
    );
    expect(fuzz('nothing')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there are') as string,
    });
  });
});
