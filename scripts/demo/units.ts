import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareCodePoints } from '../../src/lib/serbench/code-point';
import { declarations } from './declarations';

export const EXCERPT_CHARACTERS = 2400;
const WINDOW = 120;
const STRIDE = 100;
/** What running a repository's own tests leaves behind. */
const LEFT_BY_TOOLS = /(^|\/)(__pycache__|target|node_modules)\/|(^|\/)Cargo\.lock$/;

/** A piece of a repository: a window of lines, or a whole class, function or method. */
export interface Chunk {
  id: string;
  /** Forward slashes. */
  path: string;
  /** 1-based, inclusive. */
  start: number;
  end: number;
  /** Bare name; empty for windows. */
  symbol: string;
  type: 'window' | 'ClassDef' | 'FunctionDef';
  /** The whole text, lines joined by LF, no final newline. */
  text: string;
  excerpt: string;
  sha256: string;
}

export interface Repository {
  /** owner/name */
  name: string;
  /** Lines of each file, by path, in the order of paths. */
  files: Map<string, string[]>;
  chunks: Chunk[];
  /** 40 hex digits over all paths and bytes. */
  commit: string;
}

const hex = (algorithm: string, text: string) => createHash(algorithm).update(text, 'utf8').digest('hex');

/** Windows of 120 lines every 100; the last one ends with the file. */
export function windows(lines: number): { start: number; end: number }[] {
  const out = [];
  for (let start = 1; ; start += STRIDE) {
    const end = Math.min(start + WINDOW - 1, lines);
    out.push({ start, end });
    if (end >= lines) return out;
  }
}

function chunksOf(repo: string, path: string, lines: string[]): Chunk[] {
  const spans = [
    ...windows(lines.length).map((span) => ({ ...span, symbol: '', type: 'window' as const })),
    ...declarations(path, lines),
  ];
  const seen = new Set<string>();
  return spans.flatMap(({ start, end, symbol, type }) => {
    const key = `${start}-${end}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const text = lines.slice(start - 1, end).join('\n');
    const sha256 = hex('sha256', text);
    const id = `evidence-${hex('sha256', [repo, path, start, end, sha256].join('\n')).slice(0, 24)}`;
    const excerpt = [...text].slice(0, EXCERPT_CHARACTERS).join('');
    return [{ id, path, start, end, symbol, type, text, excerpt, sha256 }];
  });
}

/** Reads every file under a folder and cuts it into units. */
export function readRepository(folder: string, name: string): Repository {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !LEFT_BY_TOOLS.test(path))
    .sort(compareCodePoints);
  const files = new Map(
    paths.map((path) => [path, readFileSync(join(folder, path), 'utf8').replace(/\n$/, '').split('\n')]),
  );
  const nonEmpty = [...files].filter(([, lines]) => lines.some((line) => line.trim() !== ''));
  return {
    name,
    files: new Map(nonEmpty),
    chunks: nonEmpty.flatMap(([path, lines]) => chunksOf(name, path, lines)),
    commit: hex('sha1', nonEmpty.map(([path, lines]) => `${path}\n${lines.join('\n')}`).join('\n')),
  };
}
