import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// On a loaded CI machine a test may run out of time; as in the browser, a second try is allowed there and named in the
// summary. A golden test has none: its bytes do not depend on the machine.
const project = (name: string) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    retry: process.env.CI && name !== 'golden' ? 1 : 0,
  },
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
