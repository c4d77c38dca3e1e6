import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import jspiWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';

/**
 * Stands for `onnxruntime-web/webgpu` inside transformers.js (see vite.config.ts): the same two builds that the
 * encoders use, served by this site. Left alone, transformers.js would ask a CDN for a third build of 27 MB. WebGPU
 * needs the build that waits by JavaScript promise integration; browsers without it generate in WASM.
 */
const suspends = 'Suspending' in WebAssembly;
const ort = suspends ? await import('onnxruntime-web/jspi') : await import('onnxruntime-web/wasm');

ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = { wasm: new URL(suspends ? jspiWasm : plainWasm, import.meta.url).href };

export const { InferenceSession, Tensor, env } = ort;
