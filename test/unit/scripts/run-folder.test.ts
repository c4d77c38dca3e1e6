import { spawnSync } from 'node:child_process';
import { hostname, tmpdir } from 'node:os';
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sameModel } from '$lib/complement/config/defaults';
import { main } from '../../../scripts/cli';
import { startMock, type Mock } from '../../mock-llm/server';
import { scriptedConfiguration } from '../complement/fixtures';

let mock: Mock;
let root: string;
let serial = 0;
const err: string[] = [];

beforeAll(async () => {
  mock = await startMock({ key: 'sk-test-run-folder' });
  process.env.COMPLEMENT_API_KEY = 'sk-test-run-folder';
  root = await mkdtemp(join(tmpdir(), 'run-folder-'));
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void err.push(String(line)));
  const lines = (await readFile('static/demo/items.jsonl', 'utf8')).split('\n').slice(0, 3);
  await writeFile(join(root, 'items.jsonl'), `${lines.join('\n')}\n`);
  await writeFile(join(root, 'other.jsonl'), `${[...lines].reverse().join('\n')}\n`);
  await configure('a.json', (configuration) => configuration);
});
afterAll(async () => {
  vi.restoreAllMocks();
  delete process.env.COMPLEMENT_API_KEY;
  await mock.close();
  await rm(root, { recursive: true });
});
beforeEach(() => void err.splice(0));

type Configuration = ReturnType<typeof scriptedConfiguration>;
async function configure(name: string, change: (configuration: Configuration) => unknown) {
  const configuration = scriptedConfiguration();
  configuration.models = sameModel({ protocol: 'openai', url: mock.base('openai'), model: 'mock' });
  await writeFile(join(root, name), JSON.stringify(change(configuration)));
}

const folder = () => join(root, `run-${(serial += 1)}`);
async function run(out: string, { config = 'a.json', items = 'items.jsonl', more = [] as string[] } = {}) {
  const before = mock.seen.length;
  err.splice(0);
  const files = ['--items', join(root, items), '--config', join(root, config), '--out', out];
  const code = await main(['run', '--method', 'mss-complement', ...files, ...more]);
  const notes = err.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Note);
  return { code, calls: mock.seen.length - before, notes, note: notes[0] };
}
interface Note {
  code: string;
  file: string;
  message: string;
}

async function contents(path: string): Promise<Record<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'utf8')])),
  ) as Record<string, string>;
}

describe('a run folder belongs to one configuration and one items file', () => {
  test('what differs is named and refused, nothing is asked or overwritten; the same goes on', async () => {
    const out = folder();
    expect(await run(out)).toMatchObject({ code: 0, calls: 9 });
    const before = await contents(out);
    expect(Object.keys(before).filter((path) => /lock|\.part/.test(path))).toEqual([]);

    await configure('b.json', (configuration) => ({
      ...configuration,
      models: sameModel({ protocol: 'openai', url: mock.base('openai'), model: 'another' }),
    }));
    const other = await run(out, { config: 'b.json' });
    expect(other).toMatchObject({ code: 2, calls: 0, note: { code: 'other-run', file: out } });
    expect(other.note?.message).toMatch(
      /configuration differs \(models\.\w+\.model: "mock" there, "another" given/,
    );

    const states = await run(out, { items: 'other.jsonl' });
    expect(states).toMatchObject({ code: 2, calls: 0, note: { code: 'other-run' } });
    expect(states.note?.message).toContain('items file differs');
    expect(await contents(out)).toEqual(before);

    expect(await run(out)).toMatchObject({ code: 0, calls: 0, notes: [] });
    expect(await contents(out)).toEqual(before);
  });

  test('a folder of an earlier version is taken up when its results fit, and refused when not', async () => {
    const out = folder();
    await run(out);
    await rm(join(out, 'folder.json'));
    await configure('c.json', (configuration) => ({
      ...configuration,
      render: { ...configuration.render, tokenCeiling: 7000 },
    }));
    const changed = await run(out, { config: 'c.json' });
    expect(changed).toMatchObject({ code: 2, calls: 0 });
    expect(changed.note?.message).toContain('was made by another configuration');
    const other = await run(out, { items: 'other.jsonl' });
    expect(other.note?.message).toContain('is not state 1 of the items given');
    expect(await readdir(out)).not.toContain('folder.json');
    expect(await run(out)).toMatchObject({ code: 0, calls: 0 });
    expect(await readdir(out)).toContain('folder.json');
  });

  test('a folder with somebody else’s results, a damaged binding, and links are refused', async () => {
    const out = folder();
    await main(['run', '--method', 'mss-complement', '--items', 'x', '--config', 'default', '--out', out]);
    await writeFile(join(out, 'predictions.jsonl'), 'mine');
    expect(await run(out)).toMatchObject({ code: 2, note: { code: 'folder-in-use' } });
    await rm(join(out, 'predictions.jsonl'));
    await writeFile(join(out, 'folder.json'), '{"cut":');
    expect(await run(out)).toMatchObject({ code: 2, note: { file: join(out, 'folder.json') } });
    await rm(join(out, 'folder.json'));
    await symlink(root, join(out, 'calls'));
    expect(await run(out)).toMatchObject({ code: 2, calls: 0, note: { file: join(out, 'calls') } });
    await rm(join(out, 'calls'));
    await symlink(join(root, 'items.jsonl'), join(out, 'run.json'));
    expect(await run(out)).toMatchObject({ code: 2, calls: 0, note: { code: 'output-is-input' } });
    expect(await readFile(join(root, 'items.jsonl'), 'utf8')).toContain('state_id');
  });

  test('--config default keeps another configuration that is there', async () => {
    const out = folder();
    const write = (method: string) =>
      main(['run', '--method', method, '--items', 'x', '--config', 'default', '--out', out]);
    expect([await write('mss-complement'), await write('mss-complement')]).toEqual([0, 0]);
    const text = await readFile(join(out, 'configuration.json'), 'utf8');
    expect(await write('ssr')).toBe(2);
    expect(await readFile(join(out, 'configuration.json'), 'utf8')).toBe(text);
  });
});

describe('a half-written file counts as not made, with a note that names it', () => {
  test.each(['{"cut":', '', '\0\0\0\0', '{"format":"complement-call-1"}'])('%j', async (cut) => {
    const out = folder();
    await run(out);
    const predictions = await readFile(join(out, 'predictions.jsonl'), 'utf8');
    const [call = ''] = await readdir(join(out, 'calls'));
    const [state = ''] = await readdir(join(out, 'states'));
    for (const [path, calls] of [
      [join(out, 'calls', call), 1],
      [join(out, 'states', state), 0],
      [join(out, 'partial', call), 0],
    ] as const) {
      await writeFile(path, cut);
      const again = await run(out);
      expect(again, path).toMatchObject({ code: 0, calls });
      expect(again.notes.map(({ code, file }) => [code, file])).toContainEqual(['damaged-file', path]);
      expect(await readFile(join(out, 'predictions.jsonl'), 'utf8')).toBe(predictions);
    }
  });

  test('a call that lies under another call’s name is not believed', async () => {
    const out = folder();
    await run(out);
    const [one = '', two = ''] = await readdir(join(out, 'calls'));
    await writeFile(join(out, 'calls', one), await readFile(join(out, 'calls', two)));
    expect(await run(out)).toMatchObject({ code: 0, calls: 1 });
  });
});

describe('one process at a time', () => {
  test('the second of two runs at once is refused; every call is paid once', async () => {
    const out = folder();
    const before = mock.seen.length;
    const codes = await Promise.all([run(out), run(out)]).then((ends) => ends.map(({ code }) => code));
    expect(codes.sort()).toEqual([0, 2]);
    expect(mock.seen.length - before).toBe(9);
    expect(err.join('\n')).toContain(`Process ${process.pid} on ${hostname()}`);
  });

  const lock = (out: string, pid: number, host = hostname()) =>
    writeFile(join(out, 'lock.json'), JSON.stringify({ pid, host, since: 'then' }));

  test('a lock whose process has ended is taken over; a live one or another machine’s is not', async () => {
    const out = folder();
    await run(out);
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    await lock(out, ended);
    expect(await run(out)).toMatchObject({ code: 0, note: { code: 'stale-lock' } });
    await lock(out, process.pid);
    expect(await run(out), 'our own number, from before').toMatchObject({ code: 0 });
    await writeFile(join(out, 'lock.json'), '{"pi');
    expect(await run(out)).toMatchObject({ code: 0 });
    await lock(out, process.ppid);
    expect(await run(out)).toMatchObject({ code: 2, note: { code: 'folder-in-use' } });
    await lock(out, ended, 'another-machine');
    expect(await run(out)).toMatchObject({ code: 2, note: { file: join(out, 'lock.json') } });
    expect(await readFile(join(out, 'lock.json'), 'utf8')).toContain('another-machine');
  });

  test('what a killed run was writing aside is swept up', async () => {
    const out = folder();
    await run(out);
    await writeFile(join(out, 'traces.jsonl.77-1.part'), 'x');
    await writeFile(join(out, 'calls', 'x.json.part'), 'x');
    await run(out);
    expect(Object.keys(await contents(out)).filter((path) => path.endsWith('.part'))).toEqual([]);
  });
});

describe('run refuses with one JSON object and exit code 2', () => {
  test.each([['1e9'], ['0'], ['65'], ['2.5'], ['-1']])('--concurrency=%s', async (value) => {
    const end = await run(folder(), { more: [`--concurrency=${value}`] });
    expect(end).toMatchObject({ code: 2, calls: 0, note: { code: 'usage' } });
    expect(end.note?.message).toContain('from 1 to 64');
  });

  test('--out on or below a file', async () => {
    const file = join(root, 'items.jsonl');
    expect(await run(file)).toMatchObject({ code: 2, calls: 0, note: { code: 'cannot-write', file } });
    expect(await run(join(file, 'x'))).toMatchObject({
      code: 2,
      calls: 0,
      notes: [{ code: 'cannot-write' }],
    });
  });

  test('an encoder that is not there', async () => {
    for (const encoder of ['nope', '../demo']) {
      await configure('d.json', (configuration) => ({
        ...configuration,
        ranking: { ...configuration.ranking, encoder },
      }));
      const end = await run(folder(), { config: 'd.json' });
      expect(end).toMatchObject({ code: 2, calls: 0, notes: [{ code: 'encoder' }] });
      expect(end.note?.message).toContain('complement-static-256');
    }
  });

  test('a state that fails tells its reason', async () => {
    await configure('e.json', (configuration) => ({
      ...configuration,
      models: sameModel({ protocol: 'openai', url: 'http://127.0.0.1:1/v1', model: 'mock' }),
    }));
    const { code, notes } = await run(folder(), { config: 'e.json' });
    expect(code).toBe(3);
    expect(notes.length).toBeGreaterThan(0);
    for (const note of notes) expect(note.message).not.toBe('');
  });

  test('a replay of a tampered context names its file and line; one that differs leaves nothing behind', async () => {
    const out = folder();
    await run(out);
    const path = join(out, 'contexts.jsonl');
    const [first = '', second = '', ...rest] = (await readFile(path, 'utf8')).split('\n');
    const context = JSON.parse(second) as { ranking: string[] };
    const foreign = { ...context, ranking: ['foreign', ...context.ranking] };
    await writeFile(path, [first, JSON.stringify(foreign), ...rest].join('\n'));
    const to = join(root, 'replayed.jsonl');
    expect(await main(['replay', '--traces', out, '--out', to])).toBe(2);
    expect(JSON.parse(err.at(-1) ?? '')).toMatchObject({ code: 'replay', file: path, line: 2 });

    await writeFile(path, [first, second, ...rest].join('\n'));
    const predictions = join(out, 'predictions.jsonl');
    await writeFile(predictions, `${await readFile(predictions, 'utf8')}\n`);
    expect(await main(['replay', '--traces', out, '--out', to])).toBe(2);
    expect(JSON.parse(err.at(-1) ?? '')).toMatchObject({ code: 'differs' });
    expect(await readdir(root)).not.toContain('replayed.jsonl');
  });
});
