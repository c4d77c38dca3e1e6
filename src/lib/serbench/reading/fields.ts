import type { Path } from './json-path';
import type { RowFaults } from './row-faults';

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPythonSpace = (character: string): boolean => {
  const code = character.charCodeAt(0);
  if (code === 0x85 || (code >= 0x1c && code <= 0x1f)) return true;
  return code !== 0xfeff && character.trim() === '';
};

/**
 * Whether Python's `str.strip()` leaves nothing, as the release asks: U+001C to U+001F and U+0085 are white space
 * there, U+FEFF is not.
 */
export function isBlank(text: string): boolean {
  for (const character of text) if (!isPythonSpace(character)) return false;
  return true;
}

/** A required name: a string that is not blank; undefined, with a fault, otherwise. */
export function readName(
  row: JsonObject,
  key: string,
  faults: RowFaults,
  path: Path = [],
): string | undefined {
  const value = row[key];
  const at = [...path, key];
  if (value === undefined) faults.add(`${kebab(key)}-missing`, `"${key}" is missing.`, { path: at });
  else if (typeof value !== 'string')
    faults.at(at, `${kebab(key)}-not-a-string`, `"${key}" must be a string.`);
  else if (isBlank(value)) faults.at(at, `${kebab(key)}-blank`, `"${key}" is blank.`);
  else return value;
  return undefined;
}

export interface IdCodes {
  /** What the list holds, in words: `"acceptable_evidence_ids"`. */
  name: string;
  /** How grave a repeated id is; it counts once either way. Only a list that no rule forbids to repeat warns. */
  repeats?: 'error' | 'warning';
  /** The fault of an id that no one expects there, or undefined when it is fine. */
  foreign?(id: string): { code: string; message: string; hint?: string | undefined } | undefined;
}

/**
 * A list of distinct unit ids that are no blanks. Every fault of the list is told; what is returned has only the sound
 * ids, and must not be used once there are faults.
 */
export function readIds(value: unknown, path: Path, faults: RowFaults, codes: IdCodes): string[] {
  const { name, foreign, repeats = 'error' } = codes;
  if (!Array.isArray(value)) {
    if (value === undefined)
      faults.add('ids-missing', `${name} is missing; it must be a list of ids.`, { path });
    else faults.at(path, 'ids-not-a-list', `${name} must be a list of ids.`);
    return [];
  }
  const positions = new Map<string, number>();
  value.forEach((id: unknown, i) => {
    const at = [...path, i];
    if (typeof id !== 'string') faults.at(at, 'id-not-a-string', `Every id in ${name} must be a string.`);
    else if (isBlank(id)) faults.at(at, 'id-blank', `An id in ${name} is blank.`);
    else if (positions.has(id)) {
      const first = (positions.get(id) ?? 0) + 1;
      faults.at(
        at,
        'duplicate-evidence-id',
        `Id ${JSON.stringify(id)} stands at positions ${first} and ${i + 1} of ${name}; keep one.`,
        undefined,
        repeats,
      );
    } else {
      positions.set(id, i);
      const fault = foreign?.(id);
      if (fault) faults.at(at, fault.code, fault.message, fault.hint);
    }
  });
  return [...positions.keys()];
}

const kebab = (key: string) => key.replaceAll('_', '-');
