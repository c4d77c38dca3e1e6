// What `scripts/test.mjs` makes of its suites: in which order they run, and what their reports count.
import { stripVTControlCharacters } from 'node:util';

/**
 * `failures` are lines of the summary: a test's title and the first line of its message.
 * @typedef {{ passed: number, failed: number, failures: string[], skipped: string[], unsteady: string[] }} Counts
 */
/** @typedef {{ name: string, after?: string }} Suite */

/** @returns {Counts} */
export const none = () => ({ passed: 0, failed: 0, failures: [], skipped: [], unsteady: [] });

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] | null }} VitestTest */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport */

/** @param {string} text */
const firstLine = (text) => stripVTControlCharacters(text).trim().split('\n', 1)[0];

/** @param {VitestTest} test */
const described = ({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages?.[0] ?? '')}`;

/**
 * Counts Vitest's JSON report; a test that passed only at its second try is counted and named.
 * @param {VitestReport} report
 * @returns {Counts}
 */
export function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const left = tests.filter(({ status }) => !['passed', 'failed'].includes(status));
  // A file that could not be loaded, or whose hooks failed, has a message of its own.
  const files = testResults
    .filter(({ status, message }) => status === 'failed' && message)
    .map(({ name, message }) => `${name}: ${firstLine(message ?? '')}`);
  const failures = tests.filter(({ status }) => status === 'failed').map(described);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failures: [...failures, ...files],
    skipped: left.map(({ fullName }) => fullName),
    // A test that passed keeps the message of the try before.
    unsteady: tests
      .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
      .map(described),
  };
}

/** @typedef {{ title: string, suites?: BrowserSuite[], specs?: { title: string, tests: { status: string }[] }[] }} BrowserSuite */
/** @typedef {{ suites: BrowserSuite[], stats: { expected: number, unexpected: number, flaky: number } }} BrowserReport */

/**
 * Counts Playwright's JSON report; a test that passed only at its second try is counted and named.
 * @param {BrowserReport} report
 * @returns {Counts}
 */
export function countBrowser({ stats, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: titles(suites, 'unexpected'),
    skipped: titles(suites, 'skipped'),
    unsteady: titles(suites, 'flaky'),
  };
}

/**
 * The titles of the browser tests of one status.
 * @param {BrowserSuite[] | undefined} list
 * @param {string} wanted
 * @returns {string[]}
 */
const titles = (list = [], wanted) =>
  list.flatMap(({ title, suites, specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map((spec) => `${title} › ${spec.title}`),
    ...titles(suites, wanted),
  ]);

/**
 * What a suite's end is worth: no test at all, an unclean end without a failed test, and in CI a golden test that was
 * skipped are failures of their own, each with its reason.
 * @param {string} name
 * @param {Counts} counts
 * @param {{ clean: boolean, ci: boolean }} how
 * @returns {{ counts: Counts, reasons: string[] }}
 */
export function judge(name, counts, { clean, ci }) {
  const reasons = [];
  if (counts.passed + counts.failed === 0) reasons.push('the suite collected no test');
  else if (!clean && counts.failed === 0) reasons.push('the suite did not end well, though no test failed');
  if (ci && name === 'golden' && counts.skipped.length > 0)
    reasons.push(`${counts.skipped.length} golden tests were skipped`);
  return { counts: { ...counts, failed: counts.failed + reasons.length }, reasons };
}

/**
 * Runs suites side by side, the first ones first, at most `lanes` at once; one that comes after another waits for it
 * and gets `false` when that one failed or could not run.
 * @param {readonly Suite[]} suites
 * @param {number} lanes
 * @param {(name: string, ready: boolean) => Promise<boolean>} run whether the suite passed
 * @returns {Promise<void>}
 */
export async function sideBySide(suites, lanes, run) {
  const waiting = [...suites];
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  /** @type {Map<string, boolean>} */
  const ended = new Map();
  const names = new Set(suites.map(({ name }) => name));
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(
      ({ after }) => after === undefined || !names.has(after) || ended.has(after),
    );
    const [suite] = running.size < lanes && next >= 0 ? waiting.splice(next, 1) : [];
    if (suite) {
      const { name, after } = suite;
      const ready = after === undefined || ended.get(after) !== false;
      running.set(
        name,
        run(name, ready).then((passed) => {
          ended.set(name, passed);
          running.delete(name);
        }),
      );
    } else if (running.size > 0) await Promise.race(running.values());
    else throw new Error(`${waiting.map(({ name }) => name).join(', ')} wait for each other`);
  }
}
