/** A run of characters of one colour; `kind` is a highlight.js class without its prefix, or empty. */
export interface Span {
  text: string;
  kind: string;
}

/** By ending; a Map, since an ending may be `constructor`. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    py: 'python',
    pyi: 'python',
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    jsx: 'javascript',
    ts: 'typescript',
    tsx: 'typescript',
    java: 'java',
    go: 'go',
    rs: 'rust',
    c: 'c',
    h: 'c',
    cc: 'cpp',
    cpp: 'cpp',
    hpp: 'cpp',
    cs: 'csharp',
    rb: 'ruby',
    php: 'php',
    kt: 'kotlin',
    swift: 'swift',
    scala: 'scala',
    sh: 'bash',
    json: 'json',
    yml: 'yaml',
    yaml: 'yaml',
    toml: 'ini',
    ini: 'ini',
    cfg: 'ini',
    md: 'markdown',
    html: 'xml',
    xml: 'xml',
    css: 'css',
    scss: 'scss',
    sql: 'sql',
    lua: 'lua',
    pl: 'perl',
    r: 'r',
    diff: 'diff',
    patch: 'diff',
  }),
);

/** The language of a path by its ending, or null. */
export const languageOf = (path: string): string | null =>
  LANGUAGES.get(/\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '') ?? null;

/** Beyond this the colours are not worth the wait. */
export const MAX_HIGHLIGHT = 40_000;

/** A node of the tree that lowlight gives. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  properties?: { className?: unknown };
}

const kindOf = (node: Node): string => {
  const names = node.properties?.className;
  const first: unknown = Array.isArray(names) ? names[0] : '';
  return typeof first === 'string' ? first.replace(/^hljs-/, '') : '';
};

/** Cuts a highlighted tree into lines of spans: text and a class name each, no markup anywhere. */
export function linesOf(root: Node): Span[][] {
  const lines: Span[][] = [[]];
  const walk = (node: Node, kind: string) => {
    if (node.value !== undefined) {
      node.value.split('\n').forEach((text, i) => {
        if (i > 0) lines.push([]);
        if (text !== '') lines.at(-1)?.push({ text, kind });
      });
    }
    for (const child of node.children ?? []) walk(child, kindOf(child) || kind);
  };
  walk(root, '');
  return lines;
}

export const plainLines = (text: string): Span[][] =>
  text.split('\n').map((line) => (line === '' ? [] : [{ text: line, kind: '' }]));

type Lowlight = { registered(name: string): boolean; highlight(language: string, text: string): unknown };
let loading: Promise<Lowlight> | null = null;

/** The lines of a source text with their colours; plain for unknown languages and very long texts. */
export async function highlightLines(text: string, path: string): Promise<Span[][]> {
  const language = languageOf(path);
  if (language === null || text.length > MAX_HIGHLIGHT) return plainLines(text);
  loading ??= import('lowlight').then(({ createLowlight, common }) => createLowlight(common));
  const lowlight = await loading.catch((error: unknown) => {
    loading = null;
    throw error;
  });
  if (!lowlight.registered(language)) return plainLines(text);
  return linesOf(lowlight.highlight(language, text) as Node);
}
