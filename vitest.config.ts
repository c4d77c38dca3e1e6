import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const project = (name: string) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.ts`] },
});

export default defineConfig({
  resolve: { alias: { $lib: folder('./src/lib'), $workers: folder('./workers') } },
  test: {
    passWithNoTests: false,
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: ['unit', 'golden', 'property', 'beside'].map(project),
  },
});
