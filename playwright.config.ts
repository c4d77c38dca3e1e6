import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { freePorts } from './scripts/ports.mjs';

// This file is loaded in several processes: the first chooses a free port, the others inherit it.
process.env.PORT ??= String((await freePorts(1))[0]);
const port = process.env.PORT;
const folder = process.env.BUILD_DIR ?? 'build-test';
const base = process.env.BASE_PATH ?? '/some-repo';
const system = '/usr/bin/chromium';

export default defineConfig({
  testDir: 'test/browser',
  outputDir: `test-results/${folder}`,
  workers: Number(process.env.PLAYWRIGHT_WORKERS ?? 2),
  fullyParallel: false,
  forbidOnly: true,
  // On a loaded CI machine a test may run out of time; a second try is allowed there, and named in the summary.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    baseURL: `http://127.0.0.1:${port}${base}/`,
    launchOptions: {
      ...(existsSync(system) ? { executablePath: system } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node scripts/serve.mjs --dir ${folder} --base ${base} --port ${port}`,
    url: `http://127.0.0.1:${port}${base}/`,
    reuseExistingServer: false,
  },
});
