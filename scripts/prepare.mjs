// What `npm start` and `npm test` do first on a fresh clone: packages, and a browser for the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Runs a command with its output shown; throws when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${result.status}`);
}

/** Installs the packages of the lock file unless they are already those. */
export function installPackages() {
  const stamp = 'node_modules/.complement-lock';
  const lock = readFileSync('package-lock.json', 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(stamp, lock);
}

export const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/** Makes sure that a Chromium is there: the system's (Debian, as root), else Playwright's own. */
export function installBrowser() {
  if (existsSync(SYSTEM_CHROMIUM)) return;
  const debianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (debianRoot) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']);
  } else {
    run('npx', ['playwright', 'install', 'chromium']);
  }
}
