import { z } from 'zod';
import { JsonSyntaxError, walkJson } from '$lib/serbench/reading/json-walk';
import type { Finish } from '../model';
import { endsInsideObject } from './balance';
import { stripReasoning } from './reasoning';

/** Why a reply cannot be used; the raw text is kept beside it. `ambiguous`: a key stands twice in one object. */
export type Unusable = 'empty' | 'cut' | 'refused' | 'not JSON' | 'ambiguous' | 'wrong shape';

export interface ReplyBody {
  ids: string[];
  /** What the model says no card supports; empty when it says nothing. */
  missing: string;
}

export type ParsedReply = { ok: true; body: ReplyBody } | { ok: false; reason: Unusable };

const bodySchema = z.object({ ids: z.array(z.string()), missing: z.string().nullish() });

/** The JSON Schema that providers are asked for; `bodySchema` checks the answer on every rung all the same. */
export const REPLY_SCHEMA = {
  name: 'evidence_ids',
  schema: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: { type: 'string' } },
      missing: { type: 'string' },
    },
    required: ['ids', 'missing'],
    additionalProperties: false,
  },
} as const;

/** More words than a gap takes to name. */
const LONGEST_MISSING = 2000;

/**
 * The schema of one question: as many ids as it asks for, each one of those shown, and a gap of some
 * sentences. It spares a model the answers that would be refused; what comes is checked all the same.
 */
export function boundedSchema(shown: readonly string[], minimum: number, maximum: number) {
  const ids = [...new Set(shown)];
  return {
    name: REPLY_SCHEMA.name,
    schema: {
      ...REPLY_SCHEMA.schema,
      properties: {
        ids: {
          type: 'array',
          items: { type: 'string', enum: ids },
          minItems: Math.min(minimum, ids.length),
          maxItems: Math.min(maximum, ids.length),
        },
        missing: { type: 'string', maxLength: LONGEST_MISSING },
      },
    },
  };
}

/**
 * Reads a reply: reasoning in front is taken off; then the whole text is one JSON object, or one code fence
 * (plain or `json`) that holds one. Anything around it makes it "not JSON": nothing is guessed. A key that stands
 * twice makes it "ambiguous": which of the two was meant is not ours to say. A reply whose finish is `length` is
 * "cut" even when its object is complete.
 */
export function parseReply(reply: string, finish: Finish): ParsedReply {
  if (finish === 'length') return { ok: false, reason: 'cut' };
  if (finish === 'filter') return { ok: false, reason: 'refused' };
  const stripped = stripReasoning(reply);
  if (!stripped.ok) return stripped;
  const text = stripped.text.trim();
  if (text === '') return { ok: false, reason: 'empty' };
  const inner = unfence(text);
  if (!inner.ok) return inner;
  const value = parseObject(inner.text);
  if (!value.ok) return value;
  const body = bodySchema.safeParse(value.value);
  if (!body.success) return { ok: false, reason: 'wrong shape' };
  return { ok: true, body: { ids: body.data.ids, missing: body.data.missing ?? '' } };
}

function unfence(text: string): { ok: true; text: string } | { ok: false; reason: Unusable } {
  const open = /^```([^\s{`]*)\s*/.exec(text);
  if (!open) return { ok: true, text };
  if (!['', 'json', 'jsonc', 'json5'].includes((open[1] ?? '').toLowerCase()))
    return { ok: false, reason: 'not JSON' };
  const close = text.lastIndexOf('```');
  if (close < open[0].length || close !== text.length - 3) {
    const rest = text.slice(open[0].length);
    return { ok: false, reason: endsInsideObject(rest) || close < open[0].length ? 'cut' : 'not JSON' };
  }
  return { ok: true, text: text.slice(open[0].length, close).trim() };
}

function parseObject(text: string): { ok: true; value: unknown } | { ok: false; reason: Unusable } {
  if (!text.startsWith('{')) return { ok: false, reason: 'not JSON' };
  try {
    const value = JSON.parse(text) as unknown;
    return repeatsKey(text) ? { ok: false, reason: 'ambiguous' } : { ok: true, value };
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof JsonSyntaxError)) throw error;
    return { ok: false, reason: endsInsideObject(text) ? 'cut' : 'not JSON' };
  }
}

/** Whether an object at any depth has a key twice, escapes read. Throws where the strict walk refuses a text. */
function repeatsKey(text: string): boolean {
  let repeated = false;
  walkJson(text, { duplicateKey: () => (repeated = true) });
  return repeated;
}
