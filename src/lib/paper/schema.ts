import { z } from 'zod';

const interval = z.strictObject({ low: z.number(), high: z.number() });

const unit = z.enum(['text', 'percent', 'count', 'tokens', 'points', 'seconds', 'usd', 'turns']);

const cell = z.union([z.string(), z.number(), z.null(), interval]);

/** A published table as data: one cell per column in each row, as printed. */
export const paperTable = z
  .strictObject({
    id: z.string().regex(/^(libra-)?table-\d{2}$/),
    title: z.string().min(1),
    section: z.string().min(1),
    columns: z.array(z.strictObject({ name: z.string().min(1), unit })).min(1),
    rows: z.array(z.record(z.string(), cell)).min(1),
    notes: z.array(z.string()),
  })
  .refine(
    ({ columns, rows }) =>
      rows.every(
        (row) => Object.keys(row).length === columns.length && columns.every(({ name }) => name in row),
      ),
    'every row has a cell for each column and no other',
  );

const fact = z.strictObject({
  id: z.string(),
  value: z.unknown(),
  unit: z.string(),
  section: z.string(),
  what: z.string(),
});

const contrast = z.strictObject({
  id: z.string(),
  left: z.string(),
  right: z.string(),
  metric: z.string(),
  cohort: z.string(),
  difference: z.number(),
  unit: z.string(),
  interval: interval.nullable(),
  section: z.string(),
  note: z.string().optional(),
});

/** What the paper states outside its tables. */
export const paperFacts = z.strictObject({
  source: z.string(),
  how_read: z.string(),
  facts: z.array(fact),
  contrasts: z.array(contrast),
  notes: z.array(z.string()),
});

/** Facts of the text that the shared list lacks, in its form. */
export const addedFacts = z.strictObject({ facts: z.array(fact) });

/** A released summary: one method, metric@k to mean over the states it names. */
export const referenceResult = z.record(z.string(), z.record(z.string(), z.number()));

const count = z.number().int().nonnegative();

const need = z.strictObject({ key: z.string(), label: z.string(), alternatives: count, minimum: count });

const moment = z.strictObject({
  state_id: z.string(),
  boundary: z.string(),
  pool: count,
  observed: count,
  acceptable: count,
  steps: count,
  opened: count,
  needs: z.array(need),
});

const cluster = z.strictObject({ name: z.string(), states: count.min(1), difference: z.number() });

/** The diagrams' demo data; made by scripts/paper-demo.ts. */
export const paperDemo = z.strictObject({
  journeys: z.array(
    z.strictObject({
      instance_id: z.string(),
      repo: z.string(),
      issue: z.string(),
      moments: z.array(moment).min(2),
    }),
  ),
  strips: z.array(
    z.strictObject({
      state_id: z.string(),
      boundary: z.string(),
      cells: z.string(),
      groups: z.array(z.string()),
    }),
  ),
  bounds: z.array(z.strictObject({ k: count, uniform: z.number(), oracle: z.number() })),
  clusters: z.strictObject({
    left: z.string(),
    right: z.string(),
    metric: z.string(),
    issue: z.array(cluster),
    repository: z.array(cluster),
  }),
});

export type PaperDemo = z.infer<typeof paperDemo>;
export type PaperTable = z.infer<typeof paperTable>;
export type PaperRow = PaperTable['rows'][number];
export type PaperFacts = z.infer<typeof paperFacts>;
export type Contrast = PaperFacts['contrasts'][number];
export type Interval = z.infer<typeof interval>;
