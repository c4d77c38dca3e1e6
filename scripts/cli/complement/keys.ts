import { originOf } from '$lib/llm/keys/keyring';
import { keyWarning } from '$lib/llm/redact';
import { CliError } from '../options';

/** The variable that holds the key when `--key-env` names none. */
export const KEY_VARIABLE = 'COMPLEMENT_API_KEY';

export interface CliKeys {
  /** Keys by origin: each goes to its own origin and to no other. */
  keys: Record<string, string>;
  /** What the user should know; never a key. */
  warnings: string[];
}

/**
 * The keys of a run. `named` is the value of `--key-env`: a variable's name, whose key goes to the first origin of
 * the configuration alone, or `ORIGIN=NAME` for each origin, parted by commas. Throws a CliError for an origin that
 * the configuration does not call, and for a variable named here that is not set.
 */
export function keysFrom(
  urls: readonly string[],
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): CliKeys {
  const origins = [...new Set(urls.filter((url) => url !== '').map(originOf))];
  const keys: Record<string, string> = {};
  for (const [origin, name] of pairs(origins, named ?? KEY_VARIABLE)) {
    const key = env[name]?.trim() ?? '';
    if (key !== '') keys[origin] = key;
    else if (named !== undefined)
      throw new CliError(
        'key',
        `The environment variable ${name} is not set; --key-env names it for ${origin}.`,
      );
  }
  const without = Object.keys(keys).length === 0 ? [] : origins.filter((origin) => !(origin in keys));
  const missing = without.map(
    (origin) =>
      `${origin} is called without a key: a key goes to one origin. Give its own: --key-env ${origin}=NAME.`,
  );
  const short = Object.entries(keys).flatMap(([origin, key]) => {
    const warning = keyWarning(key);
    return warning === null ? [] : [`${origin}: ${warning}`];
  });
  return { keys, warnings: [...missing, ...short] };
}

/** Origins with their variables; a name alone is for the first origin. */
function pairs(origins: readonly string[], named: string): [string, string][] {
  return named.split(',').flatMap((part): [string, string][] => {
    const at = part.lastIndexOf('=');
    if (at < 0) return origins[0] === undefined ? [] : [[origins[0], part.trim()]];
    const origin = originOf(part.slice(0, at).trim());
    if (!origins.includes(origin))
      throw new CliError(
        'key',
        `--key-env names ${origin}; the configuration calls ${origins.join(', ') || 'no address'}.`,
      );
    return [[origin, part.slice(at + 1).trim()]];
  });
}
