import type { InferenceSession, Tensor } from 'onnxruntime-web';
import type { Device } from './settings';

/** ONNX Runtime as loaded: the constructors that we use. */
export interface Runtime {
  device: Device;
  InferenceSession: typeof InferenceSession;
  Tensor: typeof Tensor;
}

/**
 * Loads ONNX Runtime with its WebAssembly code handed in (fetched, counted and verified by us). WebGPU needs a
 * second build that waits for the GPU by JavaScript promise integration; it is loaded only when asked for.
 * One thread: several need cross-origin isolation, and several workers do the same work without it.
 */
export async function loadRuntime(device: Device, wasm: ArrayBuffer): Promise<Runtime> {
  const ort = device === 'wasm' ? await import('onnxruntime-web/wasm') : await import('onnxruntime-web/jspi');
  ort.env.logLevel = 'error';
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = wasm;
  return { device, InferenceSession: ort.InferenceSession, Tensor: ort.Tensor };
}

/** Why this browser cannot run the WebGPU build; null where it can. */
export async function whyNoWebGpu(): Promise<string | null> {
  if (!('Suspending' in WebAssembly))
    return 'this browser lacks JavaScript promise integration for WebAssembly';
  const gpu = (navigator as { gpu?: { requestAdapter(): Promise<unknown> } }).gpu;
  if (gpu === undefined) return 'this browser has no WebGPU';
  return (await gpu.requestAdapter()) === null ? 'WebGPU finds no adapter on this machine' : null;
}
