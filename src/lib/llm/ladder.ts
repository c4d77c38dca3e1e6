import type { Rung } from '$lib/complement/model';
import type { Dialect } from './wire';

const REFUSALS = new Set([400, 404, 415, 422, 501]);
const FORMAT =
  /response_?format|json_?schema|json_?object|structured|responseschema|responsemimetype|tool_?choice|"?format"?|grammar|guided/i;
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
  const lower = lowerRung(dialect.rung, hasJsonMode);
  if (lower === null) return null;
  if (FORMAT.test(message)) return { ...dialect, rung: lower };
  const vague = (status === 400 || status === 422) && !UNRELATED.test(message);
  return vague ? { ...dialect, rung: lower } : null;
}

function lowerRung(rung: Rung, hasJsonMode: boolean): Rung | null {
  if (rung === 'schema') return hasJsonMode ? 'json' : 'prompt';
  return rung === 'json' ? 'prompt' : null;
}
