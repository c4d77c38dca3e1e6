/** Compiles the static encoder's SIMD kernel to its `wasm.ts`: `npx tsx --tsconfig scripts/tsconfig.json scripts/build-pool-kernel.ts`. */
import asc from 'assemblyscript/asc';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/lib/embedding/static-encoder/kernel/', import.meta.url));

/** The text of `wasm.ts` as the committed source gives it. Throws with the compiler's messages. */
export async function compilePoolKernel(): Promise<string> {
  const source = readFileSync(`${folder}pool.as`, 'utf8');
  let binary: Uint8Array | null = null;
  const options = [
    '--enable',
    'simd',
    '--optimizeLevel',
    '3',
    '--converge',
    '--noAssert',
    '--runtime',
    'stub',
  ];
  const { error, stderr } = await asc.main(['pool.ts', '--outFile', 'pool.wasm', ...options], {
    readFile: (name: string) => (name === 'pool.ts' ? source : null),
    writeFile: (name: string, contents: string | Uint8Array) => {
      if (name === 'pool.wasm' && typeof contents !== 'string') binary = contents;
    },
    listFiles: () => [],
  });
  if (error || !binary)
    throw new Error(`The kernel does not compile:\n${stderr.toString()}`, { cause: error });
  const lines =
    Buffer.from(binary)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  return [
    '// Made by scripts/build-pool-kernel.ts from pool.as; a test makes it anew and compares. Do not edit.',
    'export const kernelBase64 =',
    ...lines.map((line, i) => `  '${line}'${i + 1 < lines.length ? ' +' : ';'}`),
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${folder}wasm.ts`, await compilePoolKernel());
}
