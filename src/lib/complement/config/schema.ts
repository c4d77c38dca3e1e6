import { z } from 'zod';
import { CALLED_METHODS } from '../methods';
import { promptFaults } from '../prompts/template';
import { PROMPT_NAMES } from '../prompts/text';

const count = z.int().min(0).max(100_000);
const positive = z.int().min(1).max(1_000_000);

/** An endpoint's address: never with credentials, a query or a fragment, so that no key can sit in it. */
export const addressSchema = z.string().refine((text) => {
  if (text === '') return true;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && !url.username && !url.password && !url.search && !url.hash;
}, 'An endpoint is an absolute URL without user name, password, query or fragment.');

export const PROTOCOLS = ['openai', 'anthropic', 'gemini', 'ollama', 'browser', 'scripted'] as const;
export type ProtocolName = (typeof PROTOCOLS)[number];

export const modelSchema = z.strictObject({
  protocol: z.enum(PROTOCOLS),
  /** Base URL; empty for models that need no network (`browser`, `scripted`). */
  url: addressSchema,
  model: z.string().trim().min(1),
});
/** Which model answers a stage, without any key. */
export type ModelRef = z.infer<typeof modelSchema>;

const stages = <T extends z.ZodType>(of: T) =>
  z.strictObject({ proposal: of, expansion: of, finalization: of });

/** The fields, each sound by itself; `configurationSchema` also checks them against each other. */
export const configurationShape = z.strictObject({
  format: z.literal('complement-configuration-1'),
  method: z.enum(CALLED_METHODS),
  /** The single call of ssr uses the proposal's model. */
  models: stages(modelSchema),
  prompts: z.strictObject({
    version: z.string().min(1),
    text: z.strictObject(
      Object.fromEntries(PROMPT_NAMES.map((name) => [name, z.string().min(1)])) as Record<
        (typeof PROMPT_NAMES)[number],
        z.ZodString
      >,
    ),
  }),
  limits: z.strictObject({
    /** Cards a stage may see, and the characters of each. */
    cards: stages(positive),
    characters: stages(positive),
    /** The proposal's units in the expansion prompt; null = uncut. */
    selectedCharacters: positive.nullable(),
    proposalSize: positive,
    expansionSize: count,
    finalMinimum: positive,
    finalMaximum: positive,
    /** Output of the two fixed controls. */
    fixedSize: positive,
    ssr: z.strictObject({
      perRoute: positive,
      characters: positive,
      size: positive,
      maxOutputTokens: positive,
    }),
    state: z.strictObject({
      issue: positive,
      intent: positive,
      observation: positive,
      testOutput: positive,
      diff: positive,
      steps: count,
      stepInput: positive,
    }),
  }),
  decoding: z.strictObject({
    temperature: z.number().min(0).max(2),
    maxOutputTokens: stages(positive),
    attempts: z.int().min(1).max(10),
    timeoutMs: positive,
  }),
  render: z.strictObject({ tokenizer: z.string().min(1), tokenCeiling: positive }),
  /** How the fused ranking is made; `source` says it in words when it was handed in ready-made. */
  ranking: z.strictObject({
    source: z.string(),
    views: z.array(z.string().min(1)),
    /** The encoder of the dense view; null leaves that view silent. */
    encoder: z.string().min(1).nullable(),
    k: z.number().min(0),
    depth: positive,
    cap: positive,
    weights: z.record(z.string(), z.number().min(0)),
    /** Views whose order gives the two routes of ssr. */
    routes: z.array(z.string().min(1)).max(8),
    /** The leading units of each route of ssr are put in this encoder's order; absent = they stay as they are. */
    refine: z.strictObject({ encoder: z.string().min(1), depth: positive }).optional(),
    /**
     * Whether units that the state lists as observed may be chosen. "keep" is read as absent, so that a configuration
     * that says it and one that does not have one hash.
     */
    observed: z
      .enum(['keep', 'exclude'])
      .transform((value) => (value === 'exclude' ? value : undefined))
      .optional(),
  }),
});

export const configurationSchema = configurationShape.superRefine((value, context) => {
  for (const message of promptFaults(value.prompts.text))
    context.addIssue({ code: 'custom', path: ['prompts', 'text'], message });
  if (value.limits.finalMinimum > value.limits.finalMaximum)
    context.addIssue({
      code: 'custom',
      path: ['limits', 'finalMinimum'],
      message: 'finalMinimum is above finalMaximum.',
    });
});

/** Everything that determines a run, without keys. Its canonical JSON is hashed. */
export type Configuration = z.infer<typeof configurationSchema>;
export type Limits = Configuration['limits'];
