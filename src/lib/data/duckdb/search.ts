import type { Task } from '$lib/serbench/task';
import type { Engine } from './engine';
import { runQuery } from './query';

export interface SearchRequest {
  /** All of them must stand in the same text; letter case does not count. */
  words: string[];
  limit: number;
}

/** A state in which the words were found. */
export interface SearchHit {
  state_id: string;
  inIssue: boolean;
  /** Pool units whose excerpt holds all words. */
  units: number;
  /** The first such unit, or null. */
  evidence_id: string | null;
  snippet: string;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** `text` as a pattern that matches only itself, anywhere. */
const pattern = (text: string) => quote(`%${text.replace(/[\\%_]/g, '\\$&')}%`);

const holds = (column: string, words: readonly string[]) =>
  words.map((word) => `${column} ILIKE ${pattern(word)} ESCAPE '\\'`).join(' AND ');

/** Words of a query: white space separates, double quotes keep together. */
export const searchWords = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"|(\S+)/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((word) => word !== '');

const SNIPPET = 160;

/** Where a lower-case word stands in a text; 0 when it does not. Lower-casing can lengthen what stands before it (İ). */
function foundAt(text: string, word: string): number {
  const lower = text.toLowerCase();
  const found = Math.max(0, lower.indexOf(word));
  if (lower.length === text.length) return found;
  let at = 0;
  for (let length = 0; length < found; at += 1) length += text.charAt(at).toLowerCase().length;
  return at;
}

/** The surroundings of the first word, white space folded. */
export function snippetOf(text: string, words: readonly string[]): string {
  const at = foundAt(text, (words[0] ?? '').toLowerCase());
  const start = Math.max(0, at - SNIPPET / 4);
  const part = text
    .slice(start, start + SNIPPET)
    .replace(/\s+/g, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${part}${start + SNIPPET < text.length ? '…' : ''}`;
}

/** Finds the states whose issue, or any unit of whose pool, holds all words. In the order of the file. */
export async function searchUnits(
  engine: Engine,
  { words, limit }: SearchRequest,
  task: Task,
): Promise<SearchHit[]> {
  if (words.length === 0) return [];
  const sql = `WITH found AS (SELECT unit, content_excerpt FROM units WHERE ${holds('content_excerpt', words)})
    SELECT s.state_id, any_value(${holds('s.issue', words)}) AS in_issue, count(f.unit)::INTEGER AS units,
      min_by(p.evidence_id, p.position) FILTER (WHERE f.unit IS NOT NULL) AS first_unit,
      coalesce(min_by(f.content_excerpt, p.position) FILTER (WHERE f.unit IS NOT NULL), any_value(s.issue)) AS sample
    FROM states s LEFT JOIN pool p USING (state_id) LEFT JOIN found f USING (unit)
    GROUP BY s.state_id, s.position HAVING in_issue OR units > 0 ORDER BY s.position`;
  const { rows } = await runQuery(engine, sql, limit, task);
  return rows.map(([state_id, inIssue, units, first, sample]) => ({
    state_id: String(state_id),
    inIssue: inIssue === true,
    units: Number(units),
    evidence_id: typeof first === 'string' ? first : null,
    snippet: snippetOf(String(sample), words),
  }));
}
