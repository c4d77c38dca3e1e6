import type { InferenceSession, Tensor } from 'onnxruntime-web';
import { halfToFloat } from '../half';
import { makeFeeds, type Sequence } from './feeds';
import type { Runtime } from './runtime';

/** One output of a run as single floats: `[batch, tokens, size]` for token states, `[batch, size]` for scores. */
export interface Output {
  data: Float32Array;
  dims: readonly number[];
}

/** A loaded model: batches of token ids in, one named output out. */
export interface Session {
  readonly outputs: readonly string[];
  run(batch: readonly Sequence[], output: string): Promise<Output>;
  release(): Promise<void>;
}

/** A part of a model's weights that lies beside the `.onnx` file. */
export interface ExternalData {
  path: string;
  data: Uint8Array;
}

/** Opens an ONNX model. `pad` is the id that fills shorter sequences up. */
export async function openSession(
  runtime: Runtime,
  weights: Uint8Array,
  external: readonly ExternalData[],
  pad: number,
): Promise<Session> {
  const session: InferenceSession = await runtime.InferenceSession.create(weights, {
    executionProviders: [runtime.device],
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    ...(external.length > 0 ? { externalData: [...external] } : {}),
  });
  return {
    outputs: session.outputNames,
    async run(batch, output) {
      const feeds = makeFeeds(runtime, session.inputMetadata, batch, pad);
      const results = await session.run(feeds, [output]);
      const tensor = results[output];
      if (tensor === undefined) throw new Error(`The model has no output "${output}".`);
      try {
        return { data: await floats(tensor), dims: tensor.dims };
      } finally {
        for (const feed of Object.values(feeds)) feed.dispose();
        tensor.dispose();
      }
    },
    release: () => session.release(),
  };
}

async function floats(tensor: Tensor): Promise<Float32Array> {
  const data = await tensor.getData();
  if (data instanceof Float32Array) return data;
  if (data instanceof Uint16Array && tensor.type === 'float16') return Float32Array.from(data, halfToFloat);
  if (ArrayBuffer.isView(data) && tensor.type === 'float16')
    return Float32Array.from(data as unknown as Iterable<number>);
  throw new Error(`The model's output is ${tensor.type}, not floats.`);
}
