import { plainFailure, type Failed } from './failure';
import { record, text } from './loose';
import { redact } from './redact';

/** What was known when a request broke off. */
export interface BrokenOff {
  /** The silence that ended it, in milliseconds; null when it was no timeout. */
  silentMs: number | null;
  /** The answer's text so far, free of the key; null when nothing had arrived. */
  soFar: string | null;
  host: string;
  /** Empty outside a page. */
  pageOrigin: string;
  key: string | null;
}

/** How much of a broken answer its failure keeps, in characters. */
const KEPT = 4000;

/** The failure for what `fetch` or the reading of a body threw, with the cause and with the text that had come. */
export function thrownFailure(error: unknown, known: BrokenOff): Failed {
  const { silentMs, soFar, host } = known;
  const partial = soFar ? ` ${soFar.length} characters had come: "${kept(soFar)}"` : '';
  if (silentMs !== null) {
    const seconds = Math.round(silentMs / 1000);
    const said =
      soFar === null
        ? `No answer within ${seconds} s.`
        : `The answer of ${host} broke off: silent for ${seconds} s.`;
    return plainFailure('timeout', 'retry', said + partial);
  }
  const causes = redact(causesOf(error), known.key);
  if (soFar !== null)
    return plainFailure('unreachable', 'retry', `The answer of ${host} broke off (${causes}).${partial}`);
  const page = known.pageOrigin === '' ? '' : ` or it does not allow pages from ${known.pageOrigin}`;
  const test = known.pageOrigin === '' ? '' : ' The connection test tells which';
  return plainFailure(
    'unreachable',
    'retry',
    `No readable answer from ${host}: it is not running, the network failed${page}.${test} (${causes}).`,
  );
}

/** An error and its causes, outermost first: `fetch failed: ECONNREFUSED connect ECONNREFUSED 127.0.0.1:9`. */
export function causesOf(error: unknown): string {
  const told: string[] = [];
  let each: unknown = error;
  for (let depth = 0; depth < 5 && each !== undefined && each !== null; depth += 1) {
    const { code, message, cause } = record(each) as { code?: unknown; message?: unknown; cause?: unknown };
    const words = [text(code), each instanceof Error ? each.message : text(message)].filter(
      (part) => part !== '',
    );
    const line = words.join(' ');
    if (line !== '' && !told.includes(line)) told.push(line);
    each = cause;
  }
  return told.join(': ');
}

const kept = (words: string) => (words.length > KEPT ? `${words.slice(0, KEPT)} […]` : words);
