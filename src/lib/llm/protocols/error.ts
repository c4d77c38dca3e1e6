import { record, text } from '../loose';
import type { WireError } from '../wire';

/** The error of a body in any of the shapes in use: `{error: "..."}`, `{error: {message}}`, `{message}`, `{detail}`. */
export function wireError(body: unknown): WireError | null {
  const outer = record(Array.isArray(body) ? body[0] : body);
  if (typeof outer.error === 'string') return { message: outer.error, code: codeOf(outer.code) };
  const inner = record(outer.error);
  if (Object.keys(inner).length > 0)
    return {
      message: text(inner.message) || JSON.stringify(inner),
      code: codeOf(inner.code) ?? codeOf(inner.type) ?? codeOf(inner.status),
    };
  return null;
}

/** What a body says when its HTTP status already tells that it is an error. */
export function errorText(body: unknown): string {
  const error = wireError(body);
  if (error) return error.message;
  const { message, detail } = record(body);
  if (typeof message === 'string') return message;
  return detail === undefined ? '' : typeof detail === 'string' ? detail : JSON.stringify(detail);
}

const codeOf = (value: unknown): string | number | null =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null;
