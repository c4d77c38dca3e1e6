import plain from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import gpu from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import { embedApi } from '$lib/embedding/host/api';
import { serve } from '$lib/worker/serve';

const absolute = (url: string) => new URL(url, import.meta.url).href;

export const server = serve(embedApi({ wasm: absolute(plain), webgpu: absolute(gpu) }));
