import { isSuspicious } from './json-quick-check';
import { JsonSyntaxError, walkJson } from './json-walk';
import type { RowFaults } from './row-faults';

/** What a line gives that is no sound JSON. */
export const UNREADABLE = Symbol('unreadable');

/** Parses a line strictly. Every fault goes to the list: syntax, repeated keys, NaN, numbers out of range. */
export function parseLine(text: string, faults: RowFaults): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!isSuspicious(text, value)) return value;
    return explain(text, faults) ? UNREADABLE : value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Engines word and place their messages differently: our own walk says what and where.
    if (!explain(text, faults)) faults.add('json-syntax', `The line is no JSON: ${error.message}`);
    return UNREADABLE;
  }
}

/** Lists the faults of a text; false when there are none. */
function explain(text: string, faults: RowFaults): boolean {
  const before = faults.errors;
  const span = (start: number, end: number) => ({ column: start + 1, value: text.slice(start, end) });
  try {
    walkJson(text, {
      duplicateKey: (path, start, end) =>
        faults.add('json-duplicate-key', 'The key stands twice in one object; keep one.', {
          path,
          ...span(start, end),
        }),
      notFinite: (path, start, end) =>
        faults.add('json-not-finite', 'Not a finite number; JSON knows none, and scores need one.', {
          path,
          ...span(start, end),
        }),
    });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    faults.add(error.code, error.message, { path: error.path, ...span(error.at, error.end) });
  }
  return faults.errors > before;
}
