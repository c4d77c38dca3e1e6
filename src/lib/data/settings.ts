import type { z } from 'zod';
import { openDatabase } from './db';

/** A kept value, checked by its schema; undefined when absent or no longer of that shape. */
export async function getSetting<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
  const kept: unknown = await (await openDatabase()).get('settings', name);
  if (kept === undefined) return undefined;
  const parsed = schema.safeParse(kept);
  return parsed.success ? parsed.data : undefined;
}

export async function setSetting(name: string, value: unknown): Promise<void> {
  await (await openDatabase()).put('settings', value, name);
}

export async function deleteSetting(name: string): Promise<void> {
  await (await openDatabase()).delete('settings', name);
}
