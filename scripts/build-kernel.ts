/**
 * Compiles the SIMD kernels, each to the `wasm.ts` beside its source:
 * `npx tsx --tsconfig scripts/tsconfig.json scripts/build-kernel.ts`.
 */
import asc from 'assemblyscript/asc';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where each kernel's source lies, by its name. */
const KERNELS = {
  bootstrap: '../src/lib/statistics/kernel/',
  pool: '../src/lib/embedding/static-encoder/kernel/',
};
export type Kernel = keyof typeof KERNELS;

const OPTIONS = ['--enable', 'simd', '--optimizeLevel', '3', '--converge', '--noAssert', '--runtime', 'stub'];
const folder = (kernel: Kernel) => fileURLToPath(new URL(KERNELS[kernel], import.meta.url));

/** The text of a kernel's `wasm.ts` as its committed source gives it. Throws with the compiler's messages. */
export async function compileKernel(kernel: Kernel): Promise<string> {
  const source = readFileSync(`${folder(kernel)}${kernel}.as`, 'utf8');
  let binary: Uint8Array | null = null;
  const { error, stderr } = await asc.main([`${kernel}.ts`, '--outFile', `${kernel}.wasm`, ...OPTIONS], {
    readFile: (name: string) => (name === `${kernel}.ts` ? source : null),
    writeFile: (name: string, contents: string | Uint8Array) => {
      if (name === `${kernel}.wasm` && typeof contents !== 'string') binary = contents;
    },
    listFiles: () => [],
  });
  if (error || !binary)
    throw new Error(`The kernel ${kernel} does not compile:\n${stderr.toString()}`, { cause: error });
  const base64 = Buffer.from(binary).toString('base64');
  const lines = base64.match(/.{1,100}/g) ?? [];
  return [
    `// Made by scripts/build-kernel.ts from ${kernel}.as; a test makes it anew and compares. Do not edit.`,
    'export const kernelBase64 =',
    ...lines.map((line, i) => `  '${line}'${i + 1 < lines.length ? ' +' : ';'}`),
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const kernel of Object.keys(KERNELS) as Kernel[])
    writeFileSync(`${folder(kernel)}wasm.ts`, await compileKernel(kernel));
}
