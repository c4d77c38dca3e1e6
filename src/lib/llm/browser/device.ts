import { whyNoWebGpu } from '$lib/embedding/transformer/runtime';
import type { Runs } from './weights';

interface Gpu {
  requestAdapter(): Promise<{ features: { has(name: string): boolean } } | null>;
}

/** Where a model can run in this browser, and why not on the graphics card. */
export async function chooseDevice(): Promise<{ runs: Runs; device: 'webgpu' | 'wasm'; why: string | null }> {
  const why = await whyNoWebGpu();
  if (why !== null) return { runs: 'wasm', device: 'wasm', why };
  const adapter = await (navigator as { gpu?: Gpu }).gpu?.requestAdapter();
  const half = adapter?.features.has('shader-f16') === true;
  return { runs: half ? 'webgpu with half precision' : 'webgpu', device: 'webgpu', why: null };
}
