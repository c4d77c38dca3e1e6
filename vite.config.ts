import { sveltekit } from '@sveltejs/kit/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const duckdbBlocking = fileURLToPath(
  new URL('./node_modules/@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs', import.meta.url),
);
const workers = fileURLToPath(new URL('./workers', import.meta.url));

export default defineConfig({
  plugins: [sveltekit()],
  resolve: {
    alias: {
      $workers: workers,
      // The package's own `/blocking` entry names a file that it does not ship for browsers.
      '@duckdb/duckdb-wasm/blocking': duckdbBlocking,
    },
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['workers'] } },
  optimizeDeps: { exclude: ['@duckdb/duckdb-wasm'] },
  build: { target: 'es2022' },
});
