import type { ChatRequest, Rung } from '$lib/complement/model';
import type { Dialect } from './wire';

const REFUSALS = new Set([400, 404, 415, 422, 501]);
const FORMAT =
  /response_?format|json_?schema|json_?object|structured|responseschema|responsemimetype|tool_?choice|"?format"?|grammar|guided/i;
/** The keywords by which a schema bounds an answer. */
const BOUNDS = /minItems|maxItems|maxLength|\benum\b/;
/** `System role not supported`, `Developer instruction is not enabled`, `roles must alternate user/assistant`. */
const SYSTEM =
  /system.{0,20}(?:role|message|prompt).{0,40}(?:support|allow|enabled|accept)|role.{0,20}system|developer instruction.{0,20}not|roles must alternate/i;
const UNRELATED =
  /context|too long|too many tokens|maximum.*tokens.*(?:exceed|requested)|api.?key|quota|model.*(?:not found|not exist|unknown)/i;

/**
 * The next dialect to try after an endpoint refused a request, or null when the refusal has another cause.
 * One parameter at a time: the one that the error text names, else the answer format.
 */
export function stepDown(
  dialect: Dialect,
  status: number,
  message: string,
  hasJsonMode: boolean,
): Dialect | null {
  if (!REFUSALS.has(status)) return null;
  if (/max_completion_tokens/.test(message) && dialect.cap === 'max_tokens')
    return { ...dialect, cap: 'max_completion_tokens' };
  if (
    /max_(?:completion_)?tokens/.test(message) &&
    /unsupported|unknown|unrecogni[sz]ed|not supported|not permitted|extra/i.test(message)
  )
    return dialect.cap === 'none' ? null : { ...dialect, cap: 'none' };
  if (/temperature/i.test(message) && dialect.temperature) return { ...dialect, temperature: false };
  if (/stream_options/.test(message) && dialect.streamUsage) return { ...dialect, streamUsage: false };
  if (dialect.system && SYSTEM.test(message)) return { ...dialect, system: false };
  const lower = lowerRung(dialect.rung, hasJsonMode);
  const bounds = dialect.rung === 'bounded' && status !== 404 && BOUNDS.test(message);
  if (lower === null) return null;
  if (bounds || FORMAT.test(message)) return { ...dialect, rung: lower };
  const vague = (status === 400 || status === 422) && !UNRELATED.test(message);
  return vague ? { ...dialect, rung: lower } : null;
}

/** The schema that a request is sent with: bounded where the dialect takes that and the request has one. */
export const askedSchema = (request: ChatRequest, { rung }: Dialect): ChatRequest['schema'] =>
  rung === 'bounded' ? (request.bounded ?? request.schema) : request.schema;

/** The dialect that a request without bounds is asked in: by its plain schema. */
export const askedIn = (dialect: Dialect, { bounded }: ChatRequest): Dialect =>
  dialect.rung === 'bounded' && !bounded ? { ...dialect, rung: 'schema' } : dialect;

/** What is now known of an endpoint: a request without bounds, answered by its plain schema, says nothing of bounds. */
export const learned = (before: Dialect, after: Dialect, { bounded }: ChatRequest): Dialect =>
  before.rung === 'bounded' && !bounded && after.rung === 'schema' ? { ...after, rung: 'bounded' } : after;

/** A request as the dialect has it: without the system role, its words stand before those of the first user. */
export function spokenTo(request: ChatRequest, { system }: Dialect): ChatRequest {
  if (system) return request;
  const words = request.messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const users = request.messages.filter(({ role }) => role === 'user');
  const [first, ...rest] = users;
  if (!first || words.length === 0) return request;
  const content = [...words, first.content].join('\n\n');
  return { ...request, messages: [{ role: 'user', content }, ...rest] };
}

function lowerRung(rung: Rung, hasJsonMode: boolean): Rung | null {
  if (rung === 'bounded') return 'schema';
  if (rung === 'schema') return hasJsonMode ? 'json' : 'prompt';
  return rung === 'json' ? 'prompt' : null;
}
