/** Writes static/demo. Run with: npx tsx --tsconfig scripts/tsconfig.json scripts/demo/build.ts */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeDemo } from './make';

const folder = fileURLToPath(new URL('../../static/demo/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, text] of makeDemo()) {
  writeFileSync(`${folder}${name}`, text);
  console.log(`${name}: ${Buffer.byteLength(text)} bytes`);
}
