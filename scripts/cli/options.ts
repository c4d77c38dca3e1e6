import { parseArgs } from 'node:util';
import { checkCutoffs } from '$lib/serbench/score/score-run';

/** A command line that cannot be understood, or a file that cannot be opened: told as one JSON object, exit 2. */
export class CliError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly file = '',
  ) {
    super(message);
  }
}

/** Values of `--name VALUE` options and `--flag`s; unknown options and missing required ones are a `CliError`. */
export function readOptions<V extends string, F extends string, R extends V>(
  args: string[],
  spec: { values: readonly V[]; flags: readonly F[]; required: readonly R[] },
): Partial<Record<V, string>> & Record<F, boolean> & Record<R, string> {
  const types = Object.fromEntries([
    ...spec.values.map((name) => [name, { type: 'string' as const }]),
    ...spec.flags.map((name) => [name, { type: 'boolean' as const }]),
  ]) as Record<string, { type: 'string' | 'boolean' }>;
  let parsed: Record<string, unknown>;
  try {
    parsed = { ...parseArgs({ args, options: types, strict: true, allowPositionals: false }).values };
  } catch (error) {
    throw new CliError('usage', error instanceof Error ? error.message : String(error));
  }
  const missing = spec.required.filter((name) => parsed[name] === undefined);
  if (missing.length > 0)
    throw new CliError('usage', `Missing: ${missing.map((name) => `--${name}`).join(', ')}.`);
  for (const flag of spec.flags) parsed[flag] ??= false;
  return parsed as Partial<Record<V, string>> & Record<F, boolean> & Record<R, string>;
}

/** `5,8` as cutoffs. */
export function readCutoffs(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  const bad = parts.find((part) => !/^\d{1,6}$/.test(part));
  if (bad !== undefined)
    throw new CliError('usage', `--k takes integers such as 5,8, not ${JSON.stringify(bad)}.`);
  try {
    return checkCutoffs(parts.map(Number));
  } catch (error) {
    throw new CliError('usage', error instanceof Error ? error.message : String(error));
  }
}
