import type { Task } from '$lib/serbench/task';
import { bodyOf } from '../files/response';
import type { CheckResult } from '../self-check/result';
import { loadRuntime, whyNoWebGpu, type Runtime } from '../transformer/runtime';
import type { Device } from '../transformer/settings';

/** Where the two builds of ONNX Runtime's WebAssembly code lie on this site. */
export type RuntimeUrls = Readonly<Record<Device, string>>;

interface Disposable {
  dispose(): Promise<void>;
}

/** How a model is opened on a runtime, and how its results are looked at right afterwards. */
export interface Opening<Model extends Disposable> {
  /** For messages: name and dtype. */
  label: string;
  open(runtime: Runtime): Promise<Model>;
  check(model: Model, task: Task): Promise<CheckResult>;
}

export interface CheckedModel<Model> {
  model: Model;
  device: Device;
  check: CheckResult;
  notes: string[];
}

/**
 * Opens a model and checks its results. A GPU that is not there, fails or computes something else is given up for
 * WASM with a note; a model whose results are certainly wrong on WASM too is refused.
 */
export async function openChecked<Model extends Disposable>(
  opening: Opening<Model>,
  device: Device,
  urls: RuntimeUrls,
  task: Task,
): Promise<CheckedModel<Model>> {
  if (device === 'wasm') return openOn('wasm', opening, urls, task);
  const gpu = await tryGpu(opening, urls, task);
  if (typeof gpu !== 'string') return gpu;
  const wasm = await openOn('wasm', opening, urls, task);
  return { ...wasm, notes: [`WebGPU was given up: ${gpu}. Running on WASM.`, ...wasm.notes] };
}

async function tryGpu<Model extends Disposable>(
  opening: Opening<Model>,
  urls: RuntimeUrls,
  task: Task,
): Promise<CheckedModel<Model> | string> {
  const missing = await whyNoWebGpu();
  if (missing !== null) return missing;
  try {
    return await openOn('webgpu', opening, urls, task);
  } catch (error) {
    task.signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
}

async function openOn<Model extends Disposable>(
  device: Device,
  { label, open, check }: Opening<Model>,
  urls: RuntimeUrls,
  task: Task,
): Promise<CheckedModel<Model>> {
  const body = await bodyOf('ONNX Runtime', urls[device], task.signal);
  const runtime = await loadRuntime(device, await new Response(body).arrayBuffer());
  const model = await open(runtime);
  const result = await check(model, { ...task, progress: () => undefined });
  if (result.ok) return { model, device, check: result, notes: [] };
  if (!result.grave && device === 'wasm') {
    const notes = [`${label} may be used wrongly: ${result.why}. Check its pooling, cut and prefixes.`];
    return { model, device, check: result, notes };
  }
  await model.dispose();
  throw new Error(`${label} on ${device} was refused: ${result.why}.`);
}
