import { sveltekit } from '@sveltejs/kit/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const duckdbBlocking = fileURLToPath(
  new URL('./node_modules/@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs', import.meta.url),
);
const onnxRuntime = fileURLToPath(new URL('./src/lib/llm/browser/onnx-runtime.ts', import.meta.url));
const workers = fileURLToPath(new URL('./workers', import.meta.url));

export default defineConfig({
  plugins: [sveltekit()],
  resolve: {
    alias: {
      $workers: workers,
      // The package's own `/blocking` entry names a file that it does not ship for browsers.
      '@duckdb/duckdb-wasm/blocking': duckdbBlocking,
      // Only transformers.js asks for this entry, whose wasm it would fetch from a CDN.
      'onnxruntime-web/webgpu': onnxRuntime,
    },
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['workers'] } },
  optimizeDeps: { exclude: ['@duckdb/duckdb-wasm'] },
  build: { target: 'es2022' },
});
