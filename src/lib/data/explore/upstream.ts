import type { Unit } from '$lib/serbench/state';
import { sha256 } from '../hash';

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');
const isCommit = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{40}$/.test(text);
const isRepo = (text: string): boolean => /^[\w.-]+\/[\w.-]+$/.test(text);

export interface Upstream {
  /** For people. */
  page: string;
  /** The file's bytes. */
  raw: string;
}

/** Where a unit lies upstream; null when the record does not name repository and commit. */
export function upstreamOf(repo: string, commit: string | undefined, unit: Unit): Upstream | null {
  if (!isRepo(repo) || !isCommit(commit) || unit.source_path === '') return null;
  const path = encodePath(unit.source_path);
  const lines =
    unit.line_start === undefined || unit.line_end === undefined
      ? ''
      : `#L${unit.line_start}-L${unit.line_end}`;
  return {
    page: `https://github.com/${repo}/blob/${commit}/${path}${lines}`,
    raw: `https://raw.githubusercontent.com/${repo}/${commit}/${path}`,
  };
}

/** The unit's full text, or why it could not be had. */
export type FullText = { ok: true; text: string; verified: boolean | null } | { ok: false; message: string };

/** Lines `first` to `last` (1-based, inclusive) joined by line feeds, as the release hashes them. */
export function cutLines(file: string, first: number, last: number): string {
  const lines = file.replace(/\r\n/g, '\n').split('\n');
  return lines.slice(first - 1, last).join('\n');
}

/**
 * Fetches a unit's file from its upstream commit and cuts the unit out. `verified` compares the SHA-256 of the full
 * unit; it is null when the record has none.
 */
export async function fetchFullText(unit: Unit, upstream: Upstream, signal: AbortSignal): Promise<FullText> {
  let file: string;
  try {
    const response = await fetch(upstream.raw, {
      signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    if (!response.ok)
      return { ok: false, message: `The host answered HTTP ${response.status} for ${unit.source_path}.` };
    file = await response.text();
  } catch (error) {
    signal.throwIfAborted();
    const detail = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      message: `The host could not be reached (${detail}). Check the connection and ask again.`,
    };
  }
  if (unit.line_start === undefined || unit.line_end === undefined) {
    return { ok: true, text: file, verified: null };
  }
  const text = cutLines(file, unit.line_start, unit.line_end);
  if (unit.content_sha256 === undefined) return { ok: true, text, verified: null };
  return { ok: true, text, verified: (await sha256(text)) === unit.content_sha256 };
}
