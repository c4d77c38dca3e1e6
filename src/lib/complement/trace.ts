import { z } from 'zod';
import { modelSchema } from './config/schema';
import { STAGE_NAMES } from './stages/ask';

const tokens = z.int().min(0).nullable();
const usageSchema = z.strictObject({ input: tokens, output: tokens, cached: tokens });

const attemptSchema = z.strictObject({
  /** `usable`, why the reply could not be used, or the kind of the failure. */
  verdict: z.string(),
  /** For a failure: what happened, in words. */
  message: z.string(),
  text: z.string(),
  raw: z.string(),
  raw_sha256: z.string(),
  finish: z.enum(['stop', 'length', 'filter', 'unknown']),
  rung: z.enum(['bounded', 'schema', 'json', 'prompt']).nullable(),
  max_output_tokens: z.int().min(1),
  usage: usageSchema,
  latency_ms: z.number().min(0),
  reported_model: z.string().nullable(),
});
/** One request that came to an end, and what it gave. */
export type Attempt = z.infer<typeof attemptSchema>;

export const callSchema = z.strictObject({
  format: z.literal('complement-call-1'),
  /** SHA-256 over all that determines the call: endpoint, request, schema, state. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  state_id: z.string(),
  stage: z.enum(STAGE_NAMES),
  model: modelSchema,
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user']), content: z.string() })),
  attempts: z.array(attemptSchema).min(1),
});
/** A finished call as it is stored: everything that was sent and came back, nothing derived from it. */
export type Call = z.infer<typeof callSchema>;

const idList = z.array(z.string());

export const traceSchema = callSchema.omit({ format: true }).extend({
  format: z.literal('complement-trace-1'),
  configuration_sha256: z.string(),
  method: z.string(),
  shown: idList,
  ids: idList,
  dropped: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
  filled: idList,
  missing: z.string(),
  fallback: z.boolean(),
});
/** A call together with what the stage made of it. */
export type Trace = z.infer<typeof traceSchema>;
