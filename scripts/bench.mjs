// `npm run bench`: prints the figures that the README may quote, as ratios measured in one run.
// `npm run bench -- scorer views` runs only those.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const names = readdirSync('test/bench')
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .sort();
const wanted = process.argv.slice(2);
let failed = 0;
for (const name of names) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n── ${name}\n`);
  const code = `import('./test/bench/${name}.bench.ts').then((bench) => bench.run((line) => console.log(line)))`;
  const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', code];
  const env = { ...process.env, TSX_TSCONFIG_PATH: 'scripts/tsconfig.json' };
  if (spawnSync(process.execPath, args, { stdio: 'inherit', env }).status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
