import type { Configuration } from '$lib/complement/config/schema';
import { originOf } from '$lib/llm/keys/keyring';
import { CliError } from '../options';

const FIRST = 'COMPLEMENT_API_KEY';

/**
 * The keys of a configuration's endpoints, by origin. `given` is the name of a variable of the environment, or
 * `ORIGIN=NAME` parts with commas between. One name serves one origin: a key is never sent to another provider.
 */
export function keysFor(
  { models }: Pick<Configuration, 'models'>,
  given: string | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const origins = [
    ...new Set(
      Object.values(models)
        .map(({ url }) => url)
        .filter((url) => url !== '')
        .map(originOf),
    ),
  ];
  const keys: Record<string, string> = {};
  const take = (origin: string, name: string) => {
    const key = environment[name];
    if (key !== undefined) keys[origin] = key;
  };
  if (given === undefined || !given.includes('=')) {
    const name = given ?? FIRST;
    const [only, ...others] = origins;
    if (only === undefined || environment[name] === undefined) return keys;
    if (others.length > 0)
      throw new CliError(
        'usage',
        `The stages' models are at ${origins.join(' and ')}, and one key is sent to one of them only: --key-env ${origins.map((origin) => `${origin}=NAME`).join(',')}.`,
      );
    take(only, name);
    return keys;
  }
  for (const part of given.split(',')) {
    const at = part.lastIndexOf('=');
    const origin = originOf(part.slice(0, at));
    if (!origins.includes(origin))
      throw new CliError(
        'usage',
        `--key-env names ${JSON.stringify(part.slice(0, Math.max(at, 0)))}; the models are at ${origins.join(' and ') || 'no endpoint'}.`,
      );
    take(origin, part.slice(at + 1));
  }
  return keys;
}
