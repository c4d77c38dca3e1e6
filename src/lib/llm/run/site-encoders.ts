import jspi from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import plain from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { Encoder } from '$lib/embedding/encoder';
import { openModel } from '$lib/embedding/host/open';
import { EncoderMissing, isSiteEncoder } from './encoder-name';
import type { Task } from '$lib/serbench/task';

const ADVICE = 'Only this site\'s own encoders are used here: name one of them under "Ranking".';

const absolute = (url: string) => new URL(url, import.meta.url).href;

/** By name; kept while the worker lives. */
const encoders = new Map<string, Promise<Encoder>>();

/** The encoders that this site carries, static ones and transformers; each is opened when first needed. */
export function siteEncoder(base: string, task: Task): (name: string) => Promise<Encoder> {
  return (name) => {
    if (!isSiteEncoder(name)) return Promise.reject(new EncoderMissing(name, null, ADVICE));
    const known = encoders.get(name);
    if (known) return known;
    const opened = open(name, base, task);
    encoders.set(name, opened);
    opened.catch(() => encoders.delete(name));
    return opened;
  };
}

async function open(name: string, base: string, task: Task): Promise<Encoder> {
  const { model } = await openModel(
    {
      purpose: 'vectors',
      origin: { kind: 'site', base, model: name },
      entry: name,
      dtype: 'int8',
      device: 'wasm',
    },
    { wasm: absolute(plain), webgpu: absolute(jspi) },
    task,
  );
  if (model.kind === 'static' || model.kind === 'encoder') return model.encoder;
  throw new TypeError(`"${name}" is no encoder.`);
}
