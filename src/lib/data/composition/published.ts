import { z } from 'zod';
import type { PublishedNumbers } from './table';

const Facts = z.object({ facts: z.array(z.object({ id: z.string(), value: z.unknown() })) });

/** What the release's own description says of Cal500, where the paper prints nothing. */
const OF_RELEASE: readonly [id: string, value: number][] = [
  ['cal500.pool.units', 43_451],
  ['cal500.certificates', 500],
];

/** The published facts that are plain numbers, by id; and Test500's overlap by boundary (table 13). */
export function publishedNumbers(facts: unknown, overlapTable: unknown): PublishedNumbers {
  const numbers = new Map<string, number>(OF_RELEASE);
  for (const { id, value } of Facts.parse(facts).facts) if (typeof value === 'number') numbers.set(id, value);
  const rows = z.object({ rows: z.array(z.record(z.string(), z.unknown())) }).parse(overlapTable).rows;
  const overlap = rows.find((row) => row['stratum'] === 'Recorded overlap') ?? {};
  const without = rows.find((row) => row['stratum'] === 'No recorded overlap') ?? {};
  for (const [boundary, count] of Object.entries(overlap)) {
    if (typeof count === 'number' && boundary !== 'total') numbers.set(`overlap.${boundary}`, count);
  }
  for (const [boundary, count] of Object.entries(without)) {
    if (typeof count === 'number' && boundary !== 'total') numbers.set(`overlap.without.${boundary}`, count);
  }
  return numbers;
}
