// `npm run fuzz -- [NAME] [--minutes N] [--seed S]`: attacks the readers with made-up input, each for N minutes (1).
// `--case SEED [--size N]` runs one case again. Exit code 1 when a case fails.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { loadTargets } from '../test/fuzz/target';
import { attack, judge, type Case, type Failure } from './fuzz/attack';
import { Victim } from './fuzz/process';

const HANG_MS = 30_000;

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    case: { type: 'string' },
    size: { type: 'string' },
    targets: { type: 'string' },
    'hang-ms': { type: 'string', default: String(HANG_MS) },
  },
  allowPositionals: true,
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text);
  return text.trim() !== '' && value >= 0 && value <= most
    ? value
    : refuse(`--${name} takes a number from 0 to ${most}, not ${JSON.stringify(text)}.`);
}

const targets = await loadTargets(values.targets === undefined ? undefined : new URL(values.targets));
const names = positionals.length > 0 ? positionals : [...targets.keys()];
const unknown = names.filter((name) => !targets.has(name));
if (unknown.length > 0)
  refuse(`No target ${unknown.join(', ')}; there are ${[...targets.keys()].join(', ')}.`);
const minutes = numberOf('minutes', values.minutes, 10_000);
const seed = values.seed === undefined ? randomInt(2 ** 32) : numberOf('seed', values.seed, 2 ** 32 - 1);
const single: Case | null =
  values.case === undefined
    ? null
    : {
        seed: numberOf('case', values.case, 2 ** 32 - 1),
        ...(values.size === undefined ? {} : { size: numberOf('size', values.size, 1e9) }),
      };

let failed = 0;
for (const name of names) {
  const victim = new Victim(name, numberOf('hang-ms', values['hang-ms'], 1e7), values.targets);
  const tell = ({ what, message, seed: of, size }: Failure) => {
    failed += 1;
    say(`${name}: ${what}: ${message}`);
    say(`  again: npm run fuzz -- ${name} --case ${of}${size === undefined ? '' : ` --size ${size}`}`);
  };
  const run = (input: Case) => victim.run(input);
  try {
    if (single) {
      const failure = await judge(run, single);
      if (failure) tell(failure);
      else say(`${name}: the case holds`);
    } else {
      const end = performance.now() + minutes * 60_000;
      let begun = false;
      // At least one case, however short the time.
      const more = () => !begun || performance.now() < end;
      const { cases, failures } = await attack(run, seed, () => more() && (begun = true), tell);
      say(`${name}: ${cases} cases from seed ${seed}, ${failures} failed`);
    }
  } finally {
    victim.close();
  }
}
process.exit(failed === 0 ? 0 : 1);
