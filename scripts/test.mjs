// `npm test`: every suite, side by side where there are cores, and one closing line over all of them.
// `npm test -- unit browser` runs only the suites named. Each suite's output is printed whole when it ends.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { installBrowser, installPackages, run } from './prepare.mjs';
import { countBrowser, countVitest, judge, none, sideBySide } from './suites.mjs';

const BUILD_DIR = 'build-test';
const BASE_PATH = '/some-repo';
const reports = 'test-results/reports';
const ci = Boolean(process.env.CI);

/** @typedef {import('./suites.mjs').Counts} Counts */
/** @typedef {{ counts: Counts, reasons: string[], output: string }} End */

/**
 * Runs a command; what it printed, and whether it ended well.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ clean: boolean, output: string }>}
 */
function listen(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...process.env, ...env } });
    /** @type {string[]} */
    const parts = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => parts.push(part));
    child.on('error', (error) => parts.push(`${command}: ${error.message}\n`));
    child.on('close', (code) => resolve({ clean: code === 0, output: parts.join('') }));
  });
}

/**
 * A step that is one check: it passes or fails as a whole.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {() => Promise<End>}
 */
const single = (command, args, env) => async () => {
  const { clean, output } = await listen(command, args, env);
  return { counts: { ...none(), passed: clean ? 1 : 0, failed: clean ? 0 : 1 }, reasons: [], output };
};

/**
 * A suite that leaves a report; one that cannot be read is a failure of its own.
 * @param {string} name
 * @param {string[]} args
 * @param {(report: never) => Counts} count
 * @param {Record<string, string>} [env]
 * @returns {() => Promise<End>}
 */
const counted = (name, args, count, env) => async () => {
  const { clean, output } = await listen('npx', args, env);
  const file = `${reports}/${name}.json`;
  try {
    const report = /** @type {never} */ (JSON.parse(readFileSync(file, 'utf8')));
    return { ...judge(name, count(report), { clean, ci }), output };
  } catch (error) {
    return { counts: { ...none(), failed: 1 }, reasons: [`no readable report in ${file}: ${error}`], output };
  }
};

/** @param {string} project */
const vitest = (project) => {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${project}.json`];
  return counted(project, ['vitest', 'run', '--project', project, ...report], countVitest);
};

/** The longest way, build and browser, is begun first. @type {{ name: string, after?: string, run: () => Promise<End> }[]} */
const suites = [
  {
    name: 'build',
    run: single('npx', ['vite', 'build', '--logLevel', 'warn'], { BUILD_DIR, BASE_PATH }),
  },
  {
    name: 'browser',
    after: 'build',
    run: counted('browser', ['playwright', 'test', '--reporter=line,json'], countBrowser, {
      BUILD_DIR,
      BASE_PATH,
      PLAYWRIGHT_JSON_OUTPUT_NAME: `${reports}/browser.json`,
    }),
  },
  { name: 'check:workers', run: single('npm', ['run', '--silent', 'check:workers']) },
  { name: 'check:node', run: single('npm', ['run', '--silent', 'check:node']) },
  { name: 'lint', run: single('npm', ['run', '--silent', 'lint']) },
  { name: 'unit', run: vitest('unit') },
  { name: 'golden', run: vitest('golden') },
  { name: 'property', run: vitest('property') },
  // What needs files that lie beside the project, such as the release's example: only where they do.
  ...(existsSync('../shared') ? [{ name: 'beside', run: vitest('beside') }] : []),
  // Both it and the build write the generated types.
  { name: 'check:page', after: 'build', run: single('npm', ['run', '--silent', 'check:page']) },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  const known = suites.map(({ name }) => name).join(', ');
  process.stderr.write(`Unknown suite ${unknown.join(', ')}; there are ${known}.\n`);
  process.exit(2);
}

installPackages();
installBrowser();
run('npx', ['svelte-kit', 'sync']);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** What the summary says, suite by suite. @type {string[]} */
const lines = [];
const total = { passed: 0, failed: 0, skipped: 0 };
const wanted = suites.filter(({ name }) => asked.length === 0 || asked.includes(name));
if (!existsSync('../shared')) lines.push('beside: not run, what it reads is not part of the repository');
const lanes = Math.min(3, availableParallelism());

await sideBySide(wanted, lanes, async (name, ready) => {
  const suite = suites.find((other) => other.name === name);
  if (!suite) return false;
  process.stdout.write(`${name} begins\n`);
  const started = performance.now();
  const { counts, reasons, output } = ready
    ? await suite.run()
    : { counts: { ...none(), failed: 1 }, reasons: [`not run: ${suite.after} failed`], output: '' };
  const seconds = Math.round((performance.now() - started) / 1000);
  const { passed, failed, skipped, unsteady } = counts;
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped.length;
  process.stdout.write(`\n── ${name}\n${output}${reasons.map((reason) => `${reason}\n`).join('')}`);
  const left = skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
  lines.push(
    `${name}: ${passed} passed, ${failed} failed${left} (${seconds} s)`,
    ...[...counts.failures, ...reasons].map((what) => `  failed: ${what}`),
    ...unsteady.map((title) => `  passed only at the second try: ${title}`),
    ...skipped.map((title) => `  skipped: ${title}`),
  );
  return failed === 0;
});

const skipped = total.skipped === 0 ? '' : `${total.skipped} skipped\n`;
process.stdout.write(`\n${lines.join('\n')}\n\n${skipped}${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
