import type { Task } from '$lib/serbench/task';
import { bodyOf } from '../files/response';
import { selfCheck, type CheckResult } from '../self-check/run';
import type { TransformerEncoder } from '../transformer/encoder';
import { openTransformer, type TransformerParts } from '../transformer/open';
import { loadRuntime, whyNoWebGpu } from '../transformer/runtime';
import type { Device } from '../transformer/settings';

/** Where the two builds of ONNX Runtime's WebAssembly code lie on this site. */
export type RuntimeUrls = Readonly<Record<Device, string>>;

export interface CheckedModel {
  encoder: TransformerEncoder;
  device: Device;
  check: CheckResult;
  notes: string[];
}

/**
 * Opens a transformer and checks its vectors. A GPU that is not there, fails or computes other vectors is given up
 * for WASM with a note; a model that fails on WASM too is refused.
 */
export async function openChecked(
  parts: TransformerParts,
  device: Device,
  urls: RuntimeUrls,
  task: Task,
): Promise<CheckedModel> {
  if (device === 'webgpu') {
    const gpu = await tryGpu(parts, urls, task);
    if (typeof gpu !== 'string') return gpu;
    const wasm = await openOn('wasm', parts, urls, task);
    return { ...wasm, notes: [`WebGPU was given up: ${gpu}. Running on WASM.`, ...wasm.notes] };
  }
  return openOn('wasm', parts, urls, task);
}

async function tryGpu(
  parts: TransformerParts,
  urls: RuntimeUrls,
  task: Task,
): Promise<CheckedModel | string> {
  const missing = await whyNoWebGpu();
  if (missing !== null) return missing;
  try {
    return await openOn('webgpu', parts, urls, task);
  } catch (error) {
    task.signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
}

async function openOn(
  device: Device,
  parts: TransformerParts,
  urls: RuntimeUrls,
  task: Task,
): Promise<CheckedModel> {
  const body = await bodyOf('ONNX Runtime', urls[device], task.signal);
  const runtime = await loadRuntime(device, await new Response(body).arrayBuffer());
  const encoder = await openTransformer(runtime, parts);
  const check = await selfCheck(encoder, parts.dtype, { ...task, progress: () => undefined });
  if (!check.ok) {
    await encoder.dispose();
    throw new Error(`${parts.name} (${parts.dtype}) on ${device} was refused: ${check.why}.`);
  }
  if (check.batchesAgree) return { encoder, device, check, notes: [] };
  const notes = ['Vectors alone and in a batch differ by more than 1e-6: texts run one by one.'];
  return { encoder: encoder.withSettings(encoder.settings, true), device, check, notes };
}
