/** Compiles the bootstrap's SIMD kernel to `src/lib/statistics/kernel/wasm.ts`: `npx tsx scripts/build-kernel.ts`. */
import asc from 'assemblyscript/asc';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/lib/statistics/kernel/', import.meta.url));

/** The text of `wasm.ts` as the committed source gives it. Throws with the compiler's messages. */
export async function compileKernel(): Promise<string> {
  const source = readFileSync(`${folder}bootstrap.as`, 'utf8');
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
  const { error, stderr } = await asc.main(['bootstrap.ts', '--outFile', 'bootstrap.wasm', ...options], {
    readFile: (name: string) => (name === 'bootstrap.ts' ? source : null),
    writeFile: (name: string, contents: string | Uint8Array) => {
      if (name === 'bootstrap.wasm' && typeof contents !== 'string') binary = contents;
    },
    listFiles: () => [],
  });
  if (error || !binary)
    throw new Error(`The kernel does not compile:\n${stderr.toString()}`, { cause: error });
  const base64 = Buffer.from(binary).toString('base64');
  const lines = base64.match(/.{1,100}/g) ?? [];
  return [
    '// Made by scripts/build-kernel.ts from bootstrap.as; a test makes it anew and compares. Do not edit.',
    'export const kernelBase64 =',
    ...lines.map((line, i) => `  '${line}'${i + 1 < lines.length ? ' +' : ';'}`),
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${folder}wasm.ts`, await compileKernel());
}
