/** Where classes, functions and methods begin and end, for four languages written in their usual formatting. */
export interface Declaration {
  start: number;
  end: number;
  symbol: string;
  type: 'ClassDef' | 'FunctionDef';
}

interface Pattern {
  type: Declaration['type'];
  regexp: RegExp;
}

const PATTERNS: Record<string, Pattern[]> = {
  py: [
    { type: 'ClassDef', regexp: /^\s*class (\w+)/ },
    { type: 'FunctionDef', regexp: /^\s*(?:async )?def (\w+)/ },
  ],
  ts: [
    { type: 'ClassDef', regexp: /^(?:export )?(?:class|interface) (\w+).*\{$/ },
    { type: 'FunctionDef', regexp: /^(?:export )?(?:async )?function (\w+).*\{$/ },
    { type: 'FunctionDef', regexp: /^(?:export )?const (\w+) = .*(?:=>|Clock =) \{$/ },
    { type: 'FunctionDef', regexp: /^test\('([^']+)'.*\{$/ },
    {
      type: 'FunctionDef',
      regexp: /^ {2}(?:private |async |get )*(?!if\b|for\b|while\b|switch\b|return\b)(\w+)\(.*\{$/,
    },
  ],
  go: [
    { type: 'ClassDef', regexp: /^type (\w+) struct \{$/ },
    { type: 'FunctionDef', regexp: /^func (?:\([^)]*\) )?(\w+)\(.*\{$/ },
  ],
  rs: [
    { type: 'ClassDef', regexp: /^(?:pub )?(?:struct|enum|trait) (\w+).*\{$/ },
    { type: 'ClassDef', regexp: /^impl (?:[\w:]+ for )?(\w+).*\{$/ },
    { type: 'FunctionDef', regexp: /^(?: {4})?(?:pub )?fn (\w+).*\{$/ },
  ],
};

const indent = (line: string) => line.length - line.trimStart().length;
const isComment = (line: string) => /^\s*(\/\/|\/\*|\*|#\[)/.test(line);

/** A Python block ends before the next line that is no deeper than its head. */
function pythonEnd(lines: string[], head: number): number {
  const depth = indent(lines[head] ?? '');
  let last = head;
  for (let i = head + 1; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (line.trim() === '') continue;
    if (indent(line) <= depth && !/^\s*\)/.test(line)) break;
    last = i;
  }
  return last;
}

/** A brace block ends at the first closing brace on the depth of its head. */
function braceEnd(lines: string[], head: number): number {
  const depth = indent(lines[head] ?? '');
  for (let i = head + 1; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (indent(line) === depth && line.trimStart().startsWith('}')) return i;
  }
  return lines.length - 1;
}

/** Declarations of at least two lines; those in brace languages take the comment above them along. */
export function declarations(path: string, lines: string[]): Declaration[] {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const patterns = PATTERNS[extension] ?? [];
  return lines.flatMap((line, head) => {
    for (const { type, regexp } of patterns) {
      const symbol = regexp.exec(line)?.[1];
      if (symbol === undefined) continue;
      const end = extension === 'py' ? pythonEnd(lines, head) : braceEnd(lines, head);
      let start = head;
      while (extension !== 'py' && start > 0 && isComment(lines[start - 1] ?? '')) start -= 1;
      return end > start ? [{ start: start + 1, end: end + 1, symbol, type }] : [];
    }
    return [];
  });
}
