import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_CONFIGURATION } from '$lib/complement/config/demo';
import { sameModel } from '$lib/complement/config/defaults';
import { startMock, type Mock } from '../../mock-llm/server';
import { run } from '../../../scripts/cli/run';
import { run as replay } from '../../../scripts/cli/replay';
import { scriptedConfiguration } from './fixtures';

const KEY = 'sk-SENTINEL-cli-51ab';
const items = fileURLToPath(new URL('../../../static/demo/items.jsonl', import.meta.url));

let mock: Mock;
let folder: string;
const said: string[] = [];
beforeAll(async () => {
  mock = await startMock({ key: KEY });
  folder = await mkdtemp(join(tmpdir(), 'complement-'));
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void said.push(String(line)));
  process.env.TEST_LLM_KEY = KEY;
});
afterAll(async () => {
  vi.restoreAllMocks();
  delete process.env.TEST_LLM_KEY;
  await mock.close();
  await rm(folder, { recursive: true });
});

const filesOf = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('the commands run and replay', () => {
  it('run over a real endpoint, resume without a call, replay to the same bytes, and never write the key', async () => {
    const configuration = scriptedConfiguration();
    configuration.models = sameModel({ protocol: 'openai', url: mock.base('openai'), model: 'mock' });
    const config = join(folder, 'config.json');
    await writeFile(config, JSON.stringify(configuration));
    const out = join(folder, 'out');
    const args = [
      '--method',
      'mss-complement',
      '--items',
      items,
      '--config',
      config,
      '--out',
      out,
      '--key-env',
      'TEST_LLM_KEY',
    ];

    const capped = await run([...args, '--max-tokens', '100000', '--concurrency', '1']);
    expect(capped).toBe(3);
    expect(JSON.parse(await readFile(join(out, 'run.json'), 'utf8'))).toMatchObject({ states: 25 });
    expect(await run(args)).toBe(0);
    expect(mock.seen).toHaveLength(75);
    expect(await run(args)).toBe(0);
    expect(mock.seen).toHaveLength(75);

    const again = join(folder, 'again.jsonl');
    expect(await replay(['--traces', out, '--out', again])).toBe(0);
    expect(await readFile(again, 'utf8')).toBe(await readFile(join(out, 'predictions.jsonl'), 'utf8'));

    const texts = await Promise.all((await filesOf(folder)).map((path) => readFile(path, 'utf8')));
    expect(texts.length).toBeGreaterThan(100);
    expect([...texts, ...said].filter((text) => text.includes(KEY))).toEqual([]);
  });

  it('runs some of the states, and a wider choice makes only the missing ones', async () => {
    const config = join(folder, 'scripted.json');
    await writeFile(config, JSON.stringify(DEMO_CONFIGURATION));
    const out = join(folder, 'some');
    const common = ['--method', 'mss-complement', '--items', items, '--config', config, '--out', out];
    const made = async () => (await readdir(join(out, 'states'))).length;
    expect(await run([...common, '--first', '2'])).toBe(0);
    expect(JSON.parse(await readFile(join(out, 'run.json'), 'utf8'))).toMatchObject({
      states: 25,
      scored: 2,
      not_run: 23,
    });
    const calls = (await readdir(join(out, 'calls'))).length;
    expect(await run([...common, '--first', '3'])).toBe(0);
    expect([await made(), (await readdir(join(out, 'calls'))).length]).toEqual([3, calls * 1.5]);
    expect(await run([...common, '--draw', '3', '--seed', '5'])).toBe(0);
    const list = join(folder, 'ids.txt');
    const ids = (await readFile(join(out, 'predictions.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { state_id: string }).state_id);
    await writeFile(list, [...new Set(ids)].join('\n'));
    const before = await made();
    expect(await run([...common, '--states', list])).toBe(0);
    expect(await made()).toBe(before);
    const labels = items.replace('items.jsonl', 'labels.jsonl');
    expect(await run([...common, '--stratum', 'groups-1', '--labels', labels])).toBe(0);

    const refused = async (...more: string[]) => [await run([...common, ...more]), said.at(-1)];
    expect(await refused('--stratum', 'groups-1')).toEqual([2, expect.stringContaining('needs labels')]);
    expect(await refused('--draw', '3')).toEqual([2, expect.stringContaining('--seed S go together')]);
    expect(await refused('--first', '1', '--stratum', 'x')).toEqual([
      2,
      expect.stringContaining('--first and --stratum'),
    ]);
    expect(await refused('--first', '1e3')).toEqual([2, expect.stringContaining('--first takes a whole')]);
    expect(await refused('--labels', labels)).toEqual([2, expect.stringContaining('--labels chooses')]);
    expect(await refused('--stratum', 'nowhere')).toEqual([2, expect.stringContaining('there are ')]);
  });

  it('any encoder serves the dense view: a folder, or an endpoint that reads each text once', async () => {
    const config = join(folder, 'dense.json');
    await writeFile(config, JSON.stringify(DEMO_CONFIGURATION));
    const common = ['--method', 'mss-complement', '--items', items, '--first', '2'];
    const with_ = async (out: string, ...more: string[]) => {
      const code = await run([...common, '--config', config, '--out', join(folder, out), ...more]);
      if (code !== 0) return [code, said.at(-1)];
      const text = await readFile(join(folder, out, 'configuration.json'), 'utf8');
      return (JSON.parse(text) as typeof DEMO_CONFIGURATION).ranking.encoder;
    };
    const model = fileURLToPath(new URL('../../../static/models/complement-static-256', import.meta.url));
    expect(await with_('folder-encoder', '--model', model)).toMatch(/^complement-static-256@[0-9a-f]{16,}, /);

    const seen: { texts: string[]; key: string | undefined }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        const { input } = JSON.parse(body) as { input: string[] };
        if (input[0] !== 'test') seen.push({ texts: input, key: request.headers.authorization });
        const data = input.map((text, index) => ({ index, embedding: [text.length, 500] }));
        response.end(JSON.stringify({ data }));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      const endpoint = ['--encoder-endpoint', `${url}/v1`, '--encoder-model', 'mine'];
      const more = ['--encoder-key-env', 'TEST_LLM_KEY', '--encoder-query', 'query: '];
      process.env.TEST_LLM_KEY = KEY;
      const name = `mine@${url}, as served, endpoint, before a query "query: "`;
      expect(await with_('endpoint-encoder', ...endpoint, ...more)).toBe(name);
      const texts = seen.flatMap((one) => one.texts);
      expect(texts.filter((text) => text.startsWith('query: '))).toHaveLength(2);
      expect(new Set(texts).size).toBe(texts.length);
      expect(new Set(seen.map(({ key }) => key))).toEqual(new Set([`Bearer ${KEY}`]));

      const named = join(folder, 'endpoint-encoder', 'configuration.json');
      const again = (...rest: string[]) =>
        run([...common, '--config', named, '--out', join(folder, 'third'), ...rest]);
      expect([await again(), said.at(-1)]).toEqual([2, expect.stringContaining('no other encoder is open')]);
      expect([await again(...endpoint), said.at(-1)]).toEqual([
        2,
        expect.stringContaining(`the open one is \\"mine@${url}, as served, endpoint\\"`),
      ]);
    } finally {
      server.close();
    }
    expect(await with_('x', '--model', join(folder, 'nowhere'))).toEqual([
      2,
      expect.stringContaining('no such'),
    ]);
    expect(await with_('x', '--dtype', 'fp32')).toEqual([2, expect.stringContaining('belongs to --model')]);
    expect(await with_('x', '--encoder-endpoint', 'http://127.0.0.1:9/v1')).toEqual([
      2,
      expect.stringContaining('needs --encoder-model'),
    ]);
  });

  it('replay refuses a spoiled trace with exit code 2', async () => {
    const out = join(folder, 'out');
    const path = join(out, 'traces.jsonl');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"raw":"', '"raw":"x'));
    expect(await replay(['--traces', out, '--out', join(folder, 'x.jsonl')])).toBe(2);
    expect(said.at(-1)).toContain('SHA-256');
  });

  it('a refused key stops the run with its reason', async () => {
    process.env.TEST_LLM_KEY = 'sk-wrong-1234';
    const config = join(folder, 'config.json');
    const args = [
      '--method',
      'mss-complement',
      '--items',
      items,
      '--config',
      config,
      '--out',
      join(folder, 'wrong'),
    ];
    expect(await run([...args, '--key-env', 'TEST_LLM_KEY'])).toBe(3);
    expect(said.at(-1)).toContain('refused the key');
    expect(said.join('\n')).not.toContain('sk-wrong-1234');
  });
});
