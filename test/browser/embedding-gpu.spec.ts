import { existsSync } from 'node:fs';
import { expect, openPage, test } from './fixtures';

const system = '/usr/bin/chromium';
test.use({
  // Chromium warns that the adapter is a software one.
  allowed: { console: [/WebGPU|powerPreference|adapter/i], hosts: [] },
  launchOptions: {
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: [
      '--headless',
      '--no-sandbox',
      '--enable-unsafe-webgpu',
      '--use-webgpu-adapter=swiftshader',
      '--no-first-run',
    ],
  },
});

test('WebGPU: right vectors or WASM with a word about it, never wrong vectors', async ({ page }) => {
  test.setTimeout(300_000);
  await openPage(page, 'encoders/');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('bge-small-en-v1.5');
  await page.getByRole('combobox', { name: 'Device' }).selectOption('webgpu');
  await page.getByRole('button', { name: 'Open the model' }).click();
  const note = page.getByRole('status').filter({ hasText: 'bge-small-en-v1.5 is open' });
  await note.waitFor({ timeout: 280_000 });
  const text = await note.innerText();
  expect(text).toMatch(/on WebGPU|WebGPU was given up: .+ Running on WASM/);
  expect(text).toContain('Self-check passed');
});
