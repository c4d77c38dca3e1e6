import { sha256 } from '$lib/data/hash';
import type { Report } from './schema';

/** JSON with sorted keys, without absent members: one text a value, however its keys are ordered. */
function canonical(value: unknown): string {
  if (value instanceof Float64Array) return `[${Array.from(value, canonical).join()}]`;
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null)
    return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'null');
  const members = Object.entries(value).filter(([, part]) => part !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join()}}`;
}

/**
 * SHA-256 over everything that a report says but the seal itself. It shows a later change of any word or number; it
 * proves nothing against someone who makes the seal anew.
 */
export const sealOf = ({ seal: _, ...report }: Report): Promise<string> => sha256(canonical(report));
