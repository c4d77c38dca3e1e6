import { z } from 'zod';
import type { RunAccounting } from '$lib/complement/accounting';

/** First line of an export. */
export const Header = z.object({ format: z.literal('complement-export'), version: z.literal(1) });

const amount = z.number().min(0);
const Accounting = z.object({
  states: amount,
  calls: amount,
  attempts: amount,
  fallbackStates: amount,
  fallbackCalls: amount,
  normalisedCalls: amount,
  shortCalls: amount,
  filledCalls: amount,
  inputTokens: amount,
  outputTokens: amount,
  cost: amount.nullable(),
  latencyMs: amount,
  contextTokens: amount,
  returnedSizes: z.record(z.string(), amount),
}) satisfies z.ZodType<RunAccounting>;

/** Exports of before have neither label nor accounting. */
const Run = z.object({
  key: z.string(),
  splitKey: z.string(),
  method: z.string(),
  origin: z.string(),
  configurationHash: z.string().nullable(),
  configuration: z.unknown(),
  rows: z.array(
    z.object({ state_id: z.string(), method: z.string(), ranked_evidence_ids: z.array(z.string()) }),
  ),
  failed: z.array(z.object({ state_id: z.string(), reason: z.string() })),
  addedAt: z.string(),
  label: z.string().min(1).optional(),
  accounting: Accounting.nullable().optional(),
});

/**
 * What an export holds: what cost time or money and cannot be fetched again. Splits come from their files, prepared
 * forms and vectors are made anew, and API keys never leave.
 */
export const Line = z.discriminatedUnion('store', [
  z.object({ store: z.literal('runs'), value: Run }),
  z.object({
    store: z.literal('calls'),
    value: z.object({ key: z.string(), runKey: z.string(), call: z.unknown() }),
  }),
  z.object({ store: z.literal('batches'), value: z.object({ key: z.string(), batch: z.unknown() }) }),
  z.object({ store: z.literal('settings'), key: z.string(), value: z.unknown() }),
]);
export type Line = z.infer<typeof Line>;

export const EXPORTED = ['runs', 'calls', 'batches'] as const;

export interface ImportFault {
  line: number;
  message: string;
}

/** Reads an export: all its lines, or what is wrong with each. */
export function parseExport(text: string): { lines: Line[]; faults: ImportFault[] } {
  const lines: Line[] = [];
  const faults: ImportFault[] = [];
  const rows = text.split('\n');
  rows.forEach((row, i) => {
    if (row.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(row);
    } catch {
      faults.push({ line: i + 1, message: 'not JSON' });
      return;
    }
    const result = i === 0 ? Header.safeParse(value) : Line.safeParse(value);
    if (!result.success) {
      const issue = result.error.issues[0];
      faults.push({
        line: i + 1,
        message: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'does not fit'}`,
      });
    } else if (i > 0) lines.push(result.data as Line);
  });
  if (rows[0]?.trim() === '') faults.push({ line: 1, message: 'an export starts with its header line' });
  return { lines, faults };
}
