import { readdirSync } from 'node:fs';

/**
 * A reader under attack. `run` makes one input from `random` (numbers in 0..1, the same for a seed) and throws when a
 * promise is broken, at once or by a promise. `size` says how large the input may be, about so many characters. It may return the size it made,
 * in bytes: an input may then take a second, or a second per megabyte if that is more.
 */
export interface Target {
  name: string;
  run(random: () => number, size?: number): unknown;
}

export const TARGETS = new URL('./targets/', import.meta.url);

const isTarget = (value: unknown): value is Target =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'run' in value &&
  typeof value.run === 'function';

/** Every target that a file of a folder exports, alone or in a list, under whatever name, by its own name. A file without one throws. */
export async function loadTargets(folder = TARGETS): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>();
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()) {
    const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    const found = new Set(Object.values(exported).flat().filter(isTarget));
    if (found.size === 0) throw new Error(`${file} exports no fuzz target.`);
    for (const target of found) {
      if (targets.has(target.name)) throw new Error(`Two fuzz targets are called "${target.name}".`);
      targets.set(target.name, target);
    }
  }
  return targets;
}
