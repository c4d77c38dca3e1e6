import { sveltekit } from '@sveltejs/kit/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const workers = fileURLToPath(new URL('./workers', import.meta.url));

export default defineConfig({
  plugins: [sveltekit()],
  resolve: { alias: { $workers: workers } },
  worker: { format: 'es' },
  server: { fs: { allow: ['workers'] } },
  optimizeDeps: { exclude: ['@duckdb/duckdb-wasm'] },
  build: { target: 'es2022' },
});
