import { parseArgs } from 'node:util';
import { checkCutoffs } from '$lib/serbench/score/score-run';

/** A command line that cannot be understood, or a file that cannot be opened: told as one JSON object, exit 2. */
export class CliError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly file = '',
    readonly line = 0,
  ) {
    super(message);
  }
}

/**
 * Values of `--name VALUE` options and `--flag`s. Unknown options, options given twice or empty, and missing required ones
 * are a `CliError`.
 */
export function readOptions<V extends string, F extends string, R extends V>(
  args: string[],
  spec: { values: readonly V[]; flags: readonly F[]; required: readonly R[] },
): Partial<Record<V, string>> & Record<F, boolean> & Record<R, string> {
  const types = Object.fromEntries([
    ...spec.values.map((name) => [name, { type: 'string' as const }]),
    ...spec.flags.map((name) => [name, { type: 'boolean' as const }]),
  ]) as Record<string, { type: 'string' | 'boolean' }>;
  const parsed: Record<string, unknown> = {};
  try {
    const { tokens } = parseArgs({
      args,
      options: types,
      strict: true,
      allowPositionals: false,
      tokens: true,
    });
    for (const token of tokens) {
      if (token.kind !== 'option') continue;
      if (Object.hasOwn(parsed, token.name)) throw new Error(`--${token.name} is given twice; give it once.`);
      if (token.value === '') throw new Error(`--${token.name} is empty.`);
      parsed[token.name] = token.value ?? true;
    }
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

/** The whole number that `--name` was given; a `CliError` outside `least..most`. */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new CliError(
    'usage',
    `--${name} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
  );
}
