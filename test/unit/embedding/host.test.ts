import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { FolderFile } from '$lib/embedding/files/folder';
import { embedApi } from '$lib/embedding/host/api';
import type { OpenRequest } from '$lib/embedding/host/request';
import { quietTask } from '$lib/serbench/task';
import { safetensors } from './safetensors';
import { tinyOnnx } from './tiny-onnx';
import { tinyTokenizer } from './tiny-tokenizer';

const require = createRequire(import.meta.url);
const wasm = readFileSync(require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')).toString('base64');
const url = `data:application/wasm;base64,${wasm}`;
const newWorker = () => embedApi({ wasm: url, webgpu: url });

const PIECES = ['timeout', 'pooled', 'pool', 'connection', 'tomatoes', 'oil'];
const file = (path: string, content: string | Uint8Array<ArrayBuffer>): FolderFile => ({
  path: `tiny/${path}`,
  blob: new Blob([content]),
});
const common = [
  file('config.json', '{"max_position_embeddings": 64}'),
  file('tokenizer.json', JSON.stringify(tinyTokenizer(PIECES))),
];
const request = (files: FolderFile[], more: Partial<OpenRequest> = {}): OpenRequest => ({
  purpose: 'vectors',
  origin: { kind: 'folder', files },
  entry: null,
  dtype: 'fp32',
  device: 'wasm',
  ...more,
});
const onnx = file('onnx/model.onnx', tinyOnnx(PIECES.length + 4, 'states'));

describe('a worker that holds one model', () => {
  test('opens a folder, says what its files leave open, and embeds', async () => {
    const worker = newWorker();
    const opened = await worker.open(quietTask(), request([...common, onnx]));
    expect(opened).toMatchObject({ kind: 'transformer', device: 'wasm', dimensions: 8, limit: 64 });
    expect(opened.identity).toMatchObject({ model: 'tiny', dtype: 'fp32', how: 'mean@64' });
    expect(opened.identity.revision).toMatch(/^[0-9a-f]{64}$/);
    expect(opened.notes.join()).toContain('mean pooling');
    const { vectors } = await worker.encode(quietTask(), ['pooled connection', 'timeout'], 'document');
    expect(vectors).toHaveLength(16);
    await expect(worker.open(quietTask(), request([...common, onnx]))).rejects.toThrow(/needs a new worker/);
  });

  test('takes pooling, cut and prefixes from the sentence-transformers files', async () => {
    const files = [
      ...common,
      onnx,
      file('1_Pooling/config.json', '{"pooling_mode_cls_token": true}'),
      file('sentence_bert_config.json', '{"max_seq_length": 32}'),
      file('config_sentence_transformers.json', '{"prompts": {"query": "pool ", "document": ""}}'),
    ];
    const opened = await newWorker().open(quietTask(), request(files));
    expect(opened).toMatchObject({ limit: 32, prefix: { query: 'pool ', document: '' } });
    expect(opened.notes.join()).not.toContain('leave open');
    expect(opened.identity.how).toBe('cls@32');
  });

  test('without WebGPU it falls back to WASM and says so', async () => {
    const opened = await newWorker().open(quietTask(), request([...common, onnx], { device: 'webgpu' }));
    expect(opened.device).toBe('wasm');
    expect(opened.notes.join('\n')).toMatch(/WebGPU was given up: .*Running on WASM/);
  });

  test('opens a static model that lies in a folder', async () => {
    const rows = Float32Array.from({ length: 20 }, (_, i) => i);
    const weights = safetensors({ embeddings: { dtype: 'F32', shape: [10, 2], data: rows } });
    const opened = await newWorker().open(
      quietTask(),
      request([...common, file('model.safetensors', weights)]),
    );
    expect(opened).toMatchObject({ kind: 'static', device: 'none', dimensions: 2, check: null });
  });

  test('a model known by name whose vectors are not the shipped ones is refused', async () => {
    const worker = newWorker();
    const wrong = request([...common, onnx], { entry: 'bge-small-en-v1.5' });
    await expect(worker.open(quietTask(), wrong)).rejects.toThrow(
      /was refused: its vectors differ from the shipped ones/,
    );
    // A failed open leaves the worker free.
    await expect(worker.open(quietTask(), request([...common, onnx]))).resolves.toMatchObject({
      kind: 'transformer',
    });
  });

  test('a missing weights file is named, with what is there', async () => {
    const wrong = request([...common, onnx], { dtype: 'int8' });
    await expect(newWorker().open(quietTask(), wrong)).rejects.toThrow(
      'onnx/model_quantized.onnx: not in tiny. Weights there: onnx/model.onnx.',
    );
  });

  test('plans without opening: nothing remote, sizes stated', async () => {
    const plan = await newWorker().plan(quietTask(), request([...common, onnx]));
    expect(plan).toMatchObject({ name: 'tiny', remote: false, missing: 0 });
    expect(plan.bytes).toBe(plan.files.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  test('asks for an open model first', async () => {
    await expect(newWorker().encode(quietTask(), ['x'], 'query')).rejects.toThrow(/No model is open/);
    await expect(newWorker().scorePairs(quietTask(), 'x', [])).rejects.toThrow(/No model is open/);
  });

  test('each model scores pairs in its own way; a static one in none', async () => {
    const scored = async (head: 'states' | 'relevance' | 'terms', purpose: OpenRequest['purpose']) => {
      const worker = newWorker();
      const weights = file('onnx/model.onnx', tinyOnnx(PIECES.length + 4, head));
      await worker.open(quietTask(), request([...common, weights], { purpose }));
      const all = await worker.scorePairs(quietTask(), 'pooled connection', ['timeout', 'oil pool']);
      const alone = await worker.scorePairs(quietTask(), 'pooled connection', ['oil pool']);
      expect(alone[0]).toBeCloseTo(all[1]!, 5);
      return all;
    };
    const late = await scored('states', 'vectors');
    const cross = await scored('relevance', 'relevance');
    const sparse = await scored('terms', 'terms');
    expect(new Set([...late, ...cross, ...sparse]).size).toBe(6);
    expect(late.every((score) => score >= -1 && score <= 1)).toBe(true);
    expect(sparse.every((score) => score >= 0)).toBe(true);
  });
});
