import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { catalogEntry, DEFAULT_STATIC, DEFAULT_TRANSFORMER } from '$lib/embedding/catalog';
import type { StaticEncoder } from '$lib/embedding/static-encoder/encoder';
import { openStatic } from '$lib/embedding/static-encoder/open';
import type { TransformerEncoder } from '$lib/embedding/transformer/encoder';
import { openTransformer } from '$lib/embedding/transformer/open-encoder';
import { loadRuntime, type Runtime } from '$lib/embedding/transformer/runtime';
import { WEIGHT_FILES } from '$lib/embedding/transformer/settings';

/** The folder of the vendored models, from the project's root. */
export const MODELS = 'static/models';

const bytesOf = (path: string) => new Uint8Array(readFileSync(path));

/** Opens a static model of a folder; the vendored one by default. */
export function openStaticFolder(name = DEFAULT_STATIC, folder = MODELS): Promise<StaticEncoder> {
  const read = (file: string) => bytesOf(join(folder, name, file));
  return openStatic(name, {
    config: read('config.json'),
    tokenizer: read('tokenizer.json'),
    weights: read('model.safetensors'),
  });
}

/** ONNX Runtime's WebAssembly build in Node: the same code, and the same digits, as in the browser. */
export function loadNodeRuntime(): Promise<Runtime> {
  const path = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');
  return loadRuntime('wasm', bytesOf(path).buffer);
}

/** Opens a transformer of the catalog from a folder of int8 files; the vendored one by default. */
export async function openTransformerFolder(
  name = DEFAULT_TRANSFORMER,
  folder = MODELS,
): Promise<TransformerEncoder> {
  const entry = catalogEntry(name);
  if (entry?.kind !== 'transformer') throw new Error(`"${name}" is no transformer of the catalog.`);
  const paths = ['config.json', 'tokenizer.json', 'tokenizer_config.json', WEIGHT_FILES.int8[0]];
  const files = new Map(
    paths
      .filter((path) => existsSync(join(folder, name, path)))
      .map((path) => [path, bytesOf(join(folder, name, path))]),
  );
  const runtime = await loadNodeRuntime();
  return openTransformer(runtime, { name, revision: null, dtype: 'int8', files, settings: entry });
}
