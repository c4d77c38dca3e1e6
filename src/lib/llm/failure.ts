import { NO_USAGE, type ChatFailure, type FailureReach, type Usage } from '$lib/complement/model';

/** A failed request before it is known whether it will be made again. */
export interface Failed {
  kind: string;
  /** `wait`: the whole provider pauses, then the same request goes out again. */
  reach: FailureReach | 'wait';
  status: number | null;
  message: string;
  /** What Retry-After asked for, where a page may read it. */
  retryAfterMs: number | null;
  usage: Usage;
}

interface Rule {
  kind: string;
  reach: Failed['reach'];
  say: string;
}

const TOO_LONG =
  /context.{0,20}(?:length|window|size)|too long|too many tokens|maximum context|prompt.{0,30}exceed/i;
const NO_CREDIT =
  /insufficient.{0,10}(?:quota|balance|credit|funds)|billing|payment required|exceeded your current quota/i;

/** What an HTTP status means, and what the user can do. */
function ruleFor(status: number, message: string): Rule {
  if (TOO_LONG.test(message) && status >= 400 && status < 500 && status !== 429)
    return {
      kind: 'prompt-too-long',
      reach: 'state',
      say: 'The prompt is longer than the model accepts. Lower the card limits or choose a model with a longer context.',
    };
  if (status === 402 || (NO_CREDIT.test(message) && status >= 400 && status < 500))
    return {
      kind: 'no-credit',
      reach: 'stop',
      say: 'The account has no credit left. Top it up, then resume.',
    };
  if (status === 401)
    return {
      kind: 'key-refused',
      reach: 'stop',
      say: 'The endpoint refused the key. Check that it is whole, valid and of this provider.',
    };
  if (status === 403)
    return {
      kind: 'forbidden',
      reach: 'stop',
      say: "The key is known but may not do this. Check its rights, its allowed origins, and the provider's regions.",
    };
  if (status === 404)
    return {
      kind: 'not-found',
      reach: 'stop',
      say: "The endpoint knows no such address or model. Check the base URL and the model's name.",
    };
  if (status === 408 || status === 504)
    return { kind: 'timeout', reach: 'retry', say: 'The provider gave up waiting for its model.' };
  if (status === 413)
    return {
      kind: 'prompt-too-long',
      reach: 'state',
      say: 'The request is larger than the server accepts. Lower the card limits.',
    };
  if (status === 429)
    return {
      kind: 'rate-limited',
      reach: 'wait',
      say: 'The provider asks for fewer requests. Lower the concurrency, or wait and resume.',
    };
  if (status === 503 || status === 529)
    return { kind: 'overloaded', reach: 'wait', say: 'The provider is overloaded. Wait and resume.' };
  if (status >= 500) return { kind: 'server-error', reach: 'retry', say: 'The provider failed on its side.' };
  return { kind: 'bad-request', reach: 'stop', say: 'The endpoint refused the request as it stands.' };
}

const cut = (text: string) => (text.length > 300 ? `${text.slice(0, 300)} […]` : text);

/** A failure by HTTP status and the provider's own words (already free of the key). */
export function statusFailure(status: number, said: string, retryAfterMs: number | null): Failed {
  const rule = ruleFor(status, said);
  const words = said.trim() === '' ? '' : ` It says: "${cut(said.trim())}"`;
  return {
    kind: rule.kind,
    reach: rule.reach,
    status,
    message: `HTTP ${status}. ${rule.say}${words}`,
    retryAfterMs,
    usage: NO_USAGE,
  };
}

/** A failure without a usable HTTP status. */
export function plainFailure(
  kind: string,
  reach: Failed['reach'],
  message: string,
  status: number | null = null,
): Failed {
  return { kind, reach, status, message, retryAfterMs: null, usage: NO_USAGE };
}

/** The failure as the stages see it; a wait that did not help ends the run until the user resumes. */
export function chatFailure(failed: Failed, latencyMs: number): ChatFailure {
  const { kind, status, message, usage } = failed;
  return { kind, reach: failed.reach === 'wait' ? 'stop' : failed.reach, status, message, usage, latencyMs };
}

/** `Retry-After` in milliseconds: seconds or an HTTP date, at most ten minutes; null when absent or unreadable. */
export function retryAfter(header: string | null, nowMs: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(wait) ? Math.min(600_000, Math.max(0, wait)) : null;
}
