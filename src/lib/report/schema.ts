import { z } from 'zod';

/** The Compare page asks for no more: a report that wants more would only keep its reader waiting. */
const MOST_RESAMPLES = 1_000_000;

const interval = z.strictObject({
  low: z.number(),
  high: z.number(),
  meanOfResamples: z.number(),
  shareAbove: z.number(),
  shareBelow: z.number(),
});
const outcomes = z.strictObject({ wins: z.number(), ties: z.number(), losses: z.number() });
const test = z.strictObject({ p: z.number(), flips: z.number(), exact: z.boolean() });
const contrast = { left: z.string(), right: z.string().nullable(), column: z.string() };

const result = z.strictObject({
  ...contrast,
  stratum: z.strictObject({ kind: z.string(), name: z.string() }),
  treatment: z.enum(['failed = 0', 'failed excluded']),
  states: z.number().int(),
  clusters: z.number().int(),
  leftMean: z.number(),
  rightMean: z.number().nullable(),
  difference: z.number(),
  outcomes: outcomes.nullable(),
  interval: interval.nullable(),
  excludesZero: z.boolean().nullable(),
  test: test.nullable(),
  holm: z.number().nullable(),
  warning: z.string().nullable(),
});

const settings = z.strictObject({
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  resamples: z.number().int().min(0).max(MOST_RESAMPLES),
  level: z.number().gt(0).lt(1),
  methods: z.array(z.string()),
  columns: z.array(z.string()),
  cluster: z.string(),
  strata: z.array(z.string()),
  test: z.strictObject({ seed: z.number().int().min(0), flips: z.number().int().min(0).max(MOST_RESAMPLES) }),
});

const status = z.enum(['scored', 'empty', 'failed', 'not run', 'partial']);
const numbers = z.array(z.number().min(0)).transform((list): Float64Array => Float64Array.from(list));
const shares = z.array(z.number().min(0).max(1)).transform((list): Float64Array => Float64Array.from(list));

const book = z.strictObject({
  facts: z.array(
    z.strictObject({
      state_id: z.string(),
      repo: z.string(),
      instance_id: z.string(),
      boundary: z.string(),
      overlap: z.boolean(),
      groups: z.number().int().nullable(),
      tags: z.record(z.string(), z.string()),
    }),
  ),
  columns: z.array(z.string()),
  methods: z.array(
    z.strictObject({
      method: z.string(),
      origin: z.string(),
      configurationHash: z.string().nullable(),
      status: z.array(status),
      scores: shares,
      tokens: numbers.nullable(),
      fallbacks: z.strictObject({ states: z.number().int(), of: z.number().int() }).optional(),
    }),
  ),
  tokenizer: z.string().nullable(),
});

const provenance = z.strictObject({
  split: z.string(),
  items: z.strictObject({ name: z.string(), sha256: z.string() }),
  labels: z.strictObject({ name: z.string(), sha256: z.string() }),
  runs: z.array(
    z.strictObject({
      /** The run's label, which the scores go by; absent in reports of before: there it is the method. */
      label: z.string().optional(),
      addedAt: z.string().optional(),
      method: z.string(),
      origin: z.string(),
      configurationHash: z.string().nullable(),
      rowsSha256: z.string(),
      failed: z.number().int(),
    }),
  ),
  generator: z.string(),
  quantiles: z.string(),
  ranking: z.string(),
  weighting: z.string(),
  kernel: z.string(),
});

/** `report.json`: everything a comparison's numbers were made from, and the numbers. */
export const reportSchema = z
  .strictObject({
    format: z.literal('complement-comparison'),
    /** 1: without seal, labels and fallbacks. */
    formatVersion: z.union([z.literal(1), z.literal(2)]),
    /** SHA-256 over all the rest; see seal.ts. */
    seal: z.string().optional(),
    program: z.string(),
    made: z.string(),
    provenance,
    settings,
    book,
    results: z.array(result),
    notComparable: z.array(z.strictObject({ ...contrast, reason: z.string() })),
  })
  .superRefine(({ book: { facts, columns, methods }, settings: { methods: compared } }, context) => {
    const known = new Set(methods.map(({ method }) => method));
    if (known.size !== methods.length)
      context.addIssue({ code: 'custom', path: ['book', 'methods'], message: 'two runs have one name' });
    compared.forEach((method, i) => {
      if (!known.has(method))
        context.addIssue({
          code: 'custom',
          path: ['settings', 'methods', i],
          message: `${JSON.stringify(method)} has no scores in this report`,
        });
    });
    methods.forEach(({ method, status: of, scores, tokens }, i) => {
      const size = facts.length * columns.length;
      if (of.length !== facts.length || scores.length !== size || (tokens !== null && tokens.length !== size))
        context.addIssue({
          code: 'custom',
          path: ['book', 'methods', i],
          message: `${method} holds ${scores.length} scores for ${columns.length} columns of ${facts.length} states`,
        });
    });
  });

export type Report = z.infer<typeof reportSchema>;
export type Provenance = Report['provenance'];
