import { Random, sha256 } from './random';
import { camel, sentence, snake, usual, vocabulary } from './words';

export interface SourceUnit {
  path: string;
  first: number;
  last: number;
  symbol: string;
  kind: 'window' | 'ClassDef' | 'FunctionDef';
  text: string;
}

export interface Repository {
  name: string;
  commit: string;
  words: string[];
  units: SourceUnit[];
}

interface File {
  path: string;
  lines: string[];
  symbols: { symbol: string; kind: 'ClassDef' | 'FunctionDef'; first: number; last: number }[];
}

const WINDOW = 120;
const STRIDE = 100;

function statement(random: Random, words: string[], indent: string): string {
  const name = () => snake(random, words);
  const kind = random.int(0, 9);
  if (kind === 0) return `${indent}# ${sentence(random, words)}`;
  if (kind === 1) return `${indent}if ${name()} is not None and ${name()} > ${random.int(0, 4096)}:`;
  if (kind === 2) return `${indent}    return self.${name()}(${name()}, ${name()}=${random.int(0, 99)})`;
  if (kind === 3) return `${indent}raise ${camel(random, words)}Error("${sentence(random, words)}")`;
  if (kind === 4) return `${indent}for ${usual(random, words)} in self.${name()}.${usual(random, words)}():`;
  if (kind === 5)
    return `${indent}${name()} = {"${usual(random, words)}": ${name()}, "${usual(random, words)}": "${usual(random, words)}"}`;
  if (kind === 6) return '';
  return `${indent}${name()} = ${usual(random, words)}.${name()}(${name()}, "${usual(random, words)}")`;
}

function sourceFile(random: Random, words: string[], path: string): File {
  const lines = [`"""${sentence(random, words)}"""`, `import ${usual(random, words)}`, ''];
  const symbols: File['symbols'] = [];
  const classes = random.int(1, 4);
  for (let c = 0; c < classes; c += 1) {
    const owner = camel(random, words);
    const start = lines.length + 1;
    lines.push(`class ${owner}(${camel(random, words)}):`, `    """${sentence(random, words)}"""`, '');
    for (let m = random.int(2, 7); m > 0; m -= 1) {
      const method = snake(random, words);
      const first = lines.length + 1;
      lines.push(`    def ${method}(self, ${snake(random, words)}, ${snake(random, words)}=None):`);
      for (let body = random.int(3, 32); body > 0; body -= 1)
        lines.push(statement(random, words, '        '));
      symbols.push({ symbol: method, kind: 'FunctionDef', first, last: lines.length });
      lines.push('');
    }
    symbols.push({ symbol: owner, kind: 'ClassDef', first: start, last: lines.length - 1 });
  }
  // Some real files hold what a careless page would choke on.
  if (random.chance(0.03))
    lines.push('<script>alert("inert")</script> \u202e\u0007 \u001b[31m 🎉 <img src=x onerror=alert(1)>');
  return { path, lines, symbols };
}

function unitsOf(file: File): SourceUnit[] {
  const unit = (first: number, last: number, symbol: string, kind: SourceUnit['kind']): SourceUnit => ({
    path: file.path,
    first,
    last,
    symbol,
    kind,
    text: file.lines.slice(first - 1, last).join('\n'),
  });
  const windows: SourceUnit[] = [];
  for (let first = 1; first <= file.lines.length; first += STRIDE) {
    windows.push(unit(first, Math.min(first + WINDOW - 1, file.lines.length), '', 'window'));
  }
  return [...windows, ...file.symbols.map((s) => unit(s.first, s.last, s.symbol, s.kind))];
}

/** A made-up repository: windows of 120 lines every 100, and whole classes and functions, as in the release. */
export function makeRepository(seed: number, index: number): Repository {
  const random = new Random(seed, `repository ${index}`);
  const words = vocabulary(random, 900);
  const owner = usual(random, words);
  const project = `${usual(random, words)}-${index}`;
  const units: SourceUnit[] = [];
  const folders = Array.from({ length: random.int(3, 8) }, () => snake(random, words));
  const files = random.int(24, 60);
  for (let i = 0; i < files; i += 1) {
    const folder = random.chance(0.1) ? '' : `${project.replace(/-/g, '_')}/${random.pick(folders)}/`;
    const file = sourceFile(random, words, `${folder}${snake(random, words)}_${i}.py`);
    units.push(...unitsOf(file).filter((unit) => unit.text.trim() !== ''));
  }
  const name = `${owner}/${project}`;
  return { name, commit: sha256(`${seed} ${name}`).slice(0, 40), words, units };
}
