import { Tokenizer as HubTokenizer } from '@huggingface/tokenizers';
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { encodeCut } from '$lib/embedding/tokenizer';
import { readWordPiece } from '$lib/embedding/wordpiece/read';
import { WordPiece } from '$lib/embedding/wordpiece/wordpiece';
import { documentText } from '$lib/retrieval/analysis/state-analysis';
import { quietTask } from '$lib/serbench/task';
import type { State } from '$lib/serbench/state';
import { loadNodeRuntime, openStaticFolder, openTransformerFolder } from '../../scripts/models';
import { writeRelease } from '../../scripts/release-shaped/write';

export const name = 'embedding';

async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The least that reading a release takes: gunzip, lines, JSON.parse. */
async function readBare(file: string): Promise<State[]> {
  const gzip = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const text = await new Response(gzip.pipeThrough(new DecompressionStream('gzip'))).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as State);
}

/** Bytes in use by objects and buffers, WebAssembly's included. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const times = (ratio: number) => `${ratio.toFixed(2)} times`;
const seconds = (value: number) => `${value.toFixed(2)} s`;

function model2vec(texts: readonly string[], folder: string): number | string {
  const file = join(folder, 'texts.json');
  writeFileSync(file, JSON.stringify(texts));
  const script = fileURLToPath(new URL('./embedding/time_model2vec.py', import.meta.url));
  const env = {
    ...process.env,
    TOKENIZERS_PARALLELISM: 'false',
    RAYON_NUM_THREADS: '1',
    OMP_NUM_THREADS: '1',
  };
  const python = process.env['PYTHON'] ?? 'python3';
  const done = spawnSync(python, [script, 'static/models/complement-static-256', file], {
    encoding: 'utf8',
    env,
  });
  if (done.status !== 0) return done.stderr.trim().split('\n').at(-1) ?? 'python3 failed';
  return (JSON.parse(done.stdout) as { seconds: number }).seconds;
}

async function staticOverRelease(report: (line: string) => void): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'embedding-'));
  try {
    const written = await writeRelease(folder, { states: 500, seed: 1, split: 'cal500' });
    const items = Object.keys(written).find((file) => file.includes('items')) ?? '';
    const file = join(folder, items);
    let states: State[] = [];
    const bare = Math.min(
      await cpuSeconds(async () => {
        states = await readBare(file);
      }),
      await cpuSeconds(() => readBare(file)),
    );
    const texts = states.flatMap((state) => state.candidate_evidence.map(documentText));
    const held = memory();
    const encoder = await openStaticFolder();
    const ours = await cpuSeconds(() => encoder.encode(texts, 'document', quietTask()));
    const grown = memory() - held;
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    report(
      `static dense view over ${texts.length} units, ${(characters / 1e6).toFixed(0)} million characters: ${seconds(ours)}, first run, ${(grown / 1e6).toFixed(0)} MB held for model and caches (vectors ${((texts.length * 256 * 4) / 1e6).toFixed(0)} MB)`,
    );
    report(
      `  bare gunzip and JSON.parse of the same file ${seconds(bare)}: ${times(ours / bare)} that (at most 5)`,
    );
    const python = model2vec(texts, folder);
    if (typeof python === 'string') report(`  model2vec: not run (${python})`);
    else report(`  model2vec ${seconds(python)}: ${times(python / ours)} as fast (at least 2)`);
    return texts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function tokenizers(texts: readonly string[], report: (line: string) => void): Promise<void> {
  const folder = 'static/models/bge-small-en-v1.5';
  const json = readFileSync(`${folder}/tokenizer.json`, 'utf8');
  const theirs = new HubTokenizer(
    JSON.parse(json) as object,
    JSON.parse(readFileSync(`${folder}/tokenizer_config.json`, 'utf8')) as object,
  );
  const ours = new WordPiece(readWordPiece(new TextEncoder().encode(json)));
  const out = new Int32Array(1 << 16);
  for (const text of texts) {
    const a = [...out.subarray(0, ours.encodeInto(text, out, out.length))];
    const b = theirs.encode(text, { add_special_tokens: false }).ids;
    if (a.length !== b.length || a.some((id, i) => id !== b[i]))
      throw new Error(`Other ids for ${JSON.stringify(text)}.`);
  }
  const fresh = new WordPiece(readWordPiece(new TextEncoder().encode(json)));
  const mine = await cpuSeconds(() => {
    for (const text of texts) fresh.encodeInto(text, out, out.length);
  });
  const library = await cpuSeconds(() => {
    for (const text of texts) theirs.encode(text, { add_special_tokens: false });
  });
  report(
    `WordPiece of ${texts.length} units, equal ids, empty cache: ${seconds(mine)}; the tokenizer of transformers.js ${seconds(library)}: ${times(library / mine)} as fast (at least 5)`,
  );
}

async function endToEnd(texts: readonly string[], report: (line: string) => void): Promise<void> {
  const encoder = await openTransformerFolder();
  const runtime = await loadNodeRuntime();
  const weights = new Uint8Array(readFileSync('static/models/bge-small-en-v1.5/onnx/model_quantized.onnx'));
  const session = await runtime.InferenceSession.create(weights, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  const batches = texts.map((text) => {
    const ids = BigInt64Array.from(encodeCut(encoder.tokenizer, text, 512).ids, BigInt);
    const dims = [1, ids.length];
    const tensor = (data: BigInt64Array) => new runtime.Tensor('int64', data, dims);
    return {
      input_ids: tensor(ids),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    };
  });
  let whole = 0;
  let bare = 0;
  // Turn about, so that a busy machine slows both alike; the first round warms up.
  for (let round = 0; round < 3; round += 1) {
    const a = await cpuSeconds(() => encoder.encode(texts, 'document', quietTask()));
    const b = await cpuSeconds(async () => {
      for (const feeds of batches) await session.run(feeds);
    });
    if (round > 0) {
      whole += a;
      bare += b;
    }
  }
  report(
    `bge-small-en-v1.5, int8, WASM, ${texts.length} units end to end: ${((whole * 1000) / 2 / texts.length).toFixed(0)} ms a unit; bare session on the same tokens: ${times(whole / bare)} that (at most 1.25)`,
  );
}

/** The dense view: static over release-shaped Cal500, the tokenizer, a transformer end to end. All in CPU seconds. */
export async function run(report: (line: string) => void): Promise<void> {
  const texts = await staticOverRelease(report);
  const some = (count: number) =>
    Array.from({ length: count }, (_, i) => texts[Math.floor((i * texts.length) / count)] ?? '');
  await tokenizers(some(2000), report);
  await endToEnd(some(12), report);
}
