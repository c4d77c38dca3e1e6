import { compareCodePoints } from './code-point';

/** What the score files hold: numbers are Python floats, bigints are Python ints. */
export type PythonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly PythonValue[]
  | { readonly [key: string]: PythonValue };

/** A double as Python's `repr` prints it: the shortest digits that read back, `1.0`, `1e-05`, `1e+16`. */
export function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(value, -0)) return '-0.0';
  const magnitude = Math.abs(value);
  if (magnitude === 0 || (magnitude >= 1e-4 && magnitude < 1e16)) {
    const text = String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`;
}

const SHORT: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
};

/** A string as `json.dumps` prints it: everything outside printable ASCII escaped, by UTF-16 unit. */
export const printString = (text: string): string =>
  `"${text.replace(/[^ -~]|["\\]/g, (c) => SHORT[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

/** `json.dumps(value, sort_keys=True, indent=indent)`, without a final newline. */
export function printPythonJson(value: PythonValue, indent: number | null = null, depth = 0): string {
  if (typeof value === 'string') return printString(value);
  if (typeof value === 'number') return printFloat(value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = (v: PythonValue) => printPythonJson(v, indent, depth + 1);
  const entries: string[] = Array.isArray(value)
    ? value.map(inner)
    : Object.entries(value as Record<string, PythonValue>)
        .sort(([a], [b]) => compareCodePoints(a, b))
        .map(([key, v]) => `${printString(key)}: ${inner(v)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  if (indent === null) return open + entries.join(', ') + close;
  const pad = '\n' + ' '.repeat(indent * (depth + 1));
  return open + pad + entries.join(',' + pad) + '\n' + ' '.repeat(indent * depth) + close;
}
