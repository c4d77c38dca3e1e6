/**
 * Writes data of the release's shape and size, made up from a seed, for tests and benches:
 * `npx tsx --tsconfig scripts/tsconfig.json scripts/release-shaped.ts --states 500 --seed 1 --out DIR [--split cal500]`
 */
import { parseArgs } from 'node:util';
import { writeRelease } from './release-shaped/write';

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    split: { type: 'string', default: 'cal500' },
    out: { type: 'string' },
  },
});

const states = Number(values.states);
const seed = Number(values.seed);
if (!values.out || !Number.isInteger(states) || states < 1 || !Number.isInteger(seed)) {
  console.error('Usage: release-shaped.ts --out DIR [--states N] [--seed N] [--split NAME]');
  process.exitCode = 2;
} else {
  const files = await writeRelease(values.out, { states, seed, split: values.split });
  for (const [name, file] of Object.entries(files)) {
    console.log(
      `${name}: ${file.records} records, ${file.bytes} bytes, ${file.uncompressed_bytes} uncompressed`,
    );
  }
}
