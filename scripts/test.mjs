// `npm test`: every suite, one after the other, and one closing line over all of them.
// `npm test -- unit browser` runs only the suites named.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { installBrowser, installPackages } from './prepare.mjs';

/** What the summary says, suite by suite. @type {string[]} */
const lines = [];
const BUILD_DIR = 'build-test';
const BASE_PATH = '/some-repo';
const reports = 'test-results/reports';

/**
 * Runs a command; true when it ended well.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function succeeds(command, args, env = {}) {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

/**
 * A step that is one check: it passes or fails as a whole.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
const single = (command, args, env) => () => (succeeds(command, args, env) ? [1, 0] : [0, 1]);

/** @typedef {{ title: string, suites?: BrowserSuite[], specs?: { title: string, tests: { status: string }[] }[] }} BrowserSuite */
/** @typedef {{ numPassedTests: number, numFailedTests: number, suites: BrowserSuite[], stats: { expected: number, unexpected: number, flaky: number } }} Report */

/**
 * Reads a report and counts; no report, no test or an unclean end is a failure of its own.
 * @param {string} file
 * @param {boolean} clean
 * @param {(report: Report) => [number, number]} count
 * @returns {[number, number]}
 */
function counted(file, clean, count) {
  /** @type {[number, number]} */
  let numbers;
  try {
    numbers = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    process.stderr.write(`No readable report in ${file}: ${error}\n`);
    return [0, 1];
  }
  const [passed, failed] = numbers;
  if (passed + failed === 0) process.stderr.write(`${file}: the suite collected no test\n`);
  return passed + failed === 0 || (!clean && failed === 0) ? [passed, failed + 1] : [passed, failed];
}

/** @type {(project: string) => () => [number, number]} */
const vitest = (project) => () => {
  const file = `${reports}/${project}.json`;
  const args = ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json'];
  const clean = succeeds('npx', [...args, `--outputFile.json=${file}`]);
  return counted(file, clean, (report) => [report.numPassedTests, report.numFailedTests]);
};

const browser = () => {
  const file = `${reports}/browser.json`;
  const clean = succeeds('npx', ['playwright', 'test', '--reporter=line,json'], {
    BUILD_DIR,
    BASE_PATH,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return counted(file, clean, ({ stats, suites }) => {
    for (const title of unsteady(suites)) lines.push(`passed only at the second try: ${title}`);
    return [stats.expected + stats.flaky, stats.unexpected];
  });
};

/**
 * The titles of the browser tests that failed once and then passed.
 * @param {BrowserSuite[] | undefined} list
 * @returns {string[]}
 */
const unsteady = (list = []) =>
  list.flatMap(({ title, suites, specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map((spec) => `${title} › ${spec.title}`),
    ...unsteady(suites),
  ]);

/** @type {Record<string, () => number[]>} */
const suites = {
  'check:page': single('npm', ['run', '--silent', 'check:page']),
  'check:workers': single('npm', ['run', '--silent', 'check:workers']),
  'check:node': single('npm', ['run', '--silent', 'check:node']),
  lint: single('npm', ['run', '--silent', 'lint']),
  unit: vitest('unit'),
  golden: vitest('golden'),
  property: vitest('property'),
  build: single('npx', ['vite', 'build', '--logLevel', 'warn'], { BUILD_DIR, BASE_PATH }),
  browser,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in suites));
if (unknown.length > 0) {
  process.stderr.write(`Unknown suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.\n`);
  process.exit(2);
}

installPackages();
installBrowser();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n── ${name}\n`);
  const started = performance.now();
  const [good = 0, bad = 1] = suite();
  passed += good;
  failed += bad;
  const seconds = Math.round((performance.now() - started) / 1000);
  lines.push(`${name}: ${good} passed, ${bad} failed (${seconds} s)`);
}
process.stdout.write(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
