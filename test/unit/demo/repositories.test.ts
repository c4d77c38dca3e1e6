import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const folder = (name: string) =>
  fileURLToPath(new URL(`../../../scripts/demo/repos/${name}`, import.meta.url));
const run = (name: string, command: string, ...args: string[]) =>
  spawnSync(command, args, {
    cwd: folder(name),
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
const tsx = (...args: string[]) => run('lanternq', process.execPath, '--import', 'tsx', ...args);
const exists = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** The faults that the issues speak of are really there. */
const NORVIK = `
from parcelog.feeds import read_feed
from parcelog.ledger import Ledger
from parcelog.claims import Claim, ClaimRegister
head = "parcel;code;scan_time;depot\\n"
events, _ = read_feed(head + "NV-1;11;01.03.2026 10:05:00;NV-04\\nNV-1;11;01.03.2026 10:05:00;NV-05\\n", "norvik")
print(events[0].at.isoformat(), Ledger().merge(events), ClaimRegister([Claim("cd-1", "x")]).is_open("cd-1"))
`;

const LANTERN = `
import { nextDelay } from './src/backoff';
import { DeadLetterBox } from './src/deadletter';
import { MemoryStore } from './src/store';
const store = new MemoryStore();
const box = new DeadLetterBox();
box.put(store.insert({ kind: 'a', payload: 1, priority: 9 }, 0));
const again = box.replay(1, (job) => store.insert(job, 0));
console.log(nextDelay(30, { baseDelayMs: 500, maxDelayMs: 60000 }, () => 0.98), again?.priority);
`;

describe('the demo’s repositories work, and have the faults of their issues', () => {
  test('lanternq', () => {
    const { status, stdout } = tsx(
      '--test',
      '--test-reporter=tap',
      ...readdirSync(`${folder('lanternq')}/test`).map((file) => `test/${file}`),
    );
    expect(stdout).toMatch(/# fail 0/);
    expect(status).toBe(0);
    expect(tsx('--input-type=module', '-e', LANTERN).stdout.trim()).toBe('89400 0');
  });

  test.skipIf(!exists('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 11))'))(
    'parcelog',
    () => {
      expect(run('parcelog', 'python3', '-m', 'unittest', 'discover', '-t', '.', '-s', 'tests').status).toBe(
        0,
      );
      expect(run('parcelog', 'python3', '-c', NORVIK).stdout.trim()).toBe(
        '2026-03-01T10:05:00+00:00 (1, 1) False',
      );
    },
  );
});
