import type { z } from 'zod';
import { ModelFileError } from './errors';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a model's JSON file against a schema; the error names the file and the first bad field. */
export function readJson<T>(bytes: Uint8Array, file: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new ModelFileError(file, 'not JSON; fetch the file again, or choose another folder.', { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ModelFileError(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}.`);
}
