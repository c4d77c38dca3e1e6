import { describe, expect, test } from 'vitest';
import { countBrowser, countVitest, judge, none, sideBySide } from '../../../scripts/suites.mjs';

const report = (statuses: string[], file: { status: string; message?: string } = { status: 'passed' }) => ({
  numPassedTests: statuses.filter((status) => ['passed', 'second try'].includes(status)).length,
  numFailedTests: statuses.filter((status) => status === 'failed').length,
  testResults: [
    {
      name: 'a.test.ts',
      ...file,
      assertionResults: statuses.map((status, at) => ({
        status: status === 'second try' ? 'passed' : status,
        fullName: `test ${at}`,
        failureMessages: ['failed', 'second try'].includes(status)
          ? ['\u001b[31mexpected 1\u001b[39m\nat line 3']
          : [],
      })),
    },
  ],
});

describe('counting', () => {
  test('a file that failed as a whole is named with its message', () => {
    const { failures } = countVitest(report([], { status: 'failed', message: 'Cannot find x\nat y' }));
    expect(failures).toEqual(['a.test.ts: Cannot find x']);
  });

  test('a test that needed two tries passes by name', () => {
    const unsteady = ['test 1: expected 1'];
    expect(countVitest(report(['passed', 'second try']))).toMatchObject({
      passed: 2,
      failures: [],
      unsteady,
    });
  });

  test('what Vitest left out is named, and so is what failed', () => {
    expect(countVitest(report(['passed', 'skipped', 'failed', 'pending', 'todo', 'passed']))).toEqual({
      passed: 2,
      failed: 1,
      failures: ['test 2: expected 1'],
      skipped: ['test 1', 'test 3', 'test 4'],
      unsteady: [],
    });
  });

  test('a browser test that needed two tries passes by name, one that was skipped is named', () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    const inner = { title: 'b', specs: [spec('z', 'skipped'), spec('w', 'unexpected')] };
    const suites = [{ title: 'a', specs: [spec('x', 'flaky'), spec('y', 'expected')], suites: [inner] }];
    expect(countBrowser({ suites, stats: { expected: 1, unexpected: 1, flaky: 1 } })).toEqual({
      passed: 2,
      failed: 1,
      failures: ['b › w'],
      skipped: ['b › z'],
      unsteady: ['a › x'],
    });
  });
});

describe('judging', () => {
  const counts = (passed: number, failed: number, skipped: string[] = []) => ({
    ...none(),
    passed,
    failed,
    skipped,
  });
  test.each([
    ['unit', counts(3, 0), { clean: true, ci: true }, 0],
    ['unit', counts(3, 0), { clean: false, ci: false }, 1],
    ['unit', counts(3, 2), { clean: false, ci: false }, 2],
    ['unit', counts(0, 0), { clean: true, ci: false }, 1],
    ['unit', counts(0, 0, ['all']), { clean: true, ci: false }, 1],
    ['unit', counts(3, 0, ['one']), { clean: true, ci: true }, 0],
    ['golden', counts(3, 0, ['one']), { clean: true, ci: false }, 0],
    ['golden', counts(3, 0, ['one']), { clean: true, ci: true }, 1],
  ] as const)('%s %j %j: %d failed', (name, given, how, failed) => {
    const end = judge(name, { ...given, failures: [], skipped: [...given.skipped], unsteady: [] }, how);
    expect(end.counts.failed).toBe(failed);
    expect(end.reasons).toHaveLength(failed - given.failed);
  });
});

describe('side by side', () => {
  const suites = [
    { name: 'build' },
    { name: 'browser', after: 'build' },
    { name: 'lint' },
    { name: 'unit' },
    { name: 'page', after: 'build' },
  ];
  /** Runs with each suite taking some turns of the loop; what began and ended, in order. */
  async function order(lanes: number, failing: string[] = [], list = suites) {
    const said: string[] = [];
    let most = 0;
    let now = 0;
    await sideBySide(list, lanes, async (name, ready) => {
      said.push(`${name}${ready ? '' : ' not ready'}`);
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, name === 'build' ? 20 : 1));
      now -= 1;
      said.push(`/${name}`);
      return !failing.includes(name);
    });
    return { said, most };
  }

  test('one lane: one after the other, what waits comes after what it waits for', async () => {
    const { said, most } = await order(1);
    expect(most).toBe(1);
    expect(said).toEqual(['build', 'browser', 'lint', 'unit', 'page'].flatMap((name) => [name, `/${name}`]));
  });

  test('two lanes: others go on while the build runs, the browser begins as soon as it ends', async () => {
    const { said, most } = await order(2);
    expect(most).toBe(2);
    expect(said.indexOf('lint')).toBeLessThan(said.indexOf('/build'));
    expect(said.indexOf('browser')).toBeGreaterThan(said.indexOf('/build'));
    expect(said.filter((line) => line.startsWith('/'))).toHaveLength(5);
  });

  test('what waits for a failed suite is told so; what waits for one not asked for runs', async () => {
    const { said } = await order(2, ['build']);
    expect(said).toContain('browser not ready');
    expect(said).toContain('page not ready');
    expect((await order(2, [], [{ name: 'browser', after: 'build' }])).said).toEqual(['browser', '/browser']);
  });

  test('suites that wait for each other are refused', async () => {
    const ring = [
      { name: 'a', after: 'b' },
      { name: 'b', after: 'a' },
    ];
    await expect(sideBySide(ring, 2, () => Promise.resolve(true))).rejects.toThrow('a, b wait');
  });
});
