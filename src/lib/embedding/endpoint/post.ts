import { retryAfter, statusFailure } from '$lib/llm/failure';
import { realClock, type Clock, type Limiter } from '$lib/llm/limiter';
import { MOST_SMALL_BYTES, readText, TooLarge } from '$lib/llm/http/body';
import { inSafety } from '$lib/llm/probe/address';
import { redact, redactDeep } from '$lib/llm/redact';
import { causesOf } from '$lib/llm/thrown';

/** What every endpoint call needs. The key is handed in, kept by the caller, and blanked in all that comes back. */
export interface EndpointCall {
  /** Full URL of the call. */
  url: string;
  key: string | null;
  limiter: Limiter;
  fetch?: typeof fetch;
  clock?: Clock;
}

export class EndpointError extends Error {
  override readonly name = 'EndpointError';

  constructor(
    readonly kind: string,
    readonly status: number | null,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const ATTEMPTS = 4;
/** The most a batch of vectors or judgements can need: hundreds of texts of thousands of numbers, written out. */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * Posts JSON with exactly two headers (one without a key), so that a strict preflight lets it through. A pause that
 * one call is told to make holds back all calls of the limiter; other passing faults are tried again, four times.
 */
export async function postJson(call: EndpointCall, body: unknown, signal: AbortSignal): Promise<unknown> {
  const { clock = realClock, limiter, key } = call;
  const address = inSafety(call.url, 'This page', false, 'location' in globalThis);
  if (!address.ok) throw new EndpointError('address', null, address.message);
  let last = new EndpointError('no-answer', null, 'The endpoint was not asked.');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await limiter.ready(signal);
    const answer = await once(call, body, signal, clock);
    if (answer.ok) {
      limiter.passed();
      return answer.value;
    }
    last = answer.error;
    if (answer.again === 'no') break;
    if (answer.again === 'wait') limiter.strike(answer.retryAfterMs);
    else if (attempt + 1 < ATTEMPTS) await clock.sleep(500 * 2 ** attempt, signal);
  }
  throw key === null ? last : new EndpointError(last.kind, last.status, redact(last.message, key));
}

type Answer =
  | { ok: true; value: unknown }
  | { ok: false; error: EndpointError; again: 'no' | 'retry' | 'wait'; retryAfterMs: number | null };

async function once(call: EndpointCall, body: unknown, signal: AbortSignal, clock: Clock): Promise<Answer> {
  const { url, key } = call;
  const fail = (kind: string, status: number | null, message: string, again: 'no' | 'retry'): Answer => ({
    ok: false,
    error: new EndpointError(kind, status, message),
    again,
    retryAfterMs: null,
  });
  let response: Response;
  try {
    response = await (call.fetch ?? fetch)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
  } catch (error) {
    signal.throwIfAborted();
    const { origin } = new URL(url);
    return fail(
      'unreachable',
      null,
      `${origin} did not answer: not running, or it does not allow this page (${redact(causesOf(error), key)}).`,
      'retry',
    );
  }
  const { status } = response;
  let text: string;
  try {
    text = await readText(response, response.ok ? MOST_BYTES : MOST_SMALL_BYTES);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooLarge) return fail('too-large', status, `${url}: ${error.message}`, 'no');
    return fail(
      'unreachable',
      status,
      `The answer of ${url} broke off (${redact(causesOf(error), key)}).`,
      'retry',
    );
  }
  if (!response.ok) {
    const said = /^\s*</.test(text) ? '' : redact(saidBy(text), key);
    const failed = statusFailure(status, said, retryAfter(response.headers.get('retry-after'), clock.now()));
    const again = failed.reach === 'wait' || failed.reach === 'retry' ? failed.reach : 'no';
    const error = new EndpointError(failed.kind, status, failed.message);
    return { ok: false, error, again, retryAfterMs: failed.retryAfterMs };
  }
  try {
    const value: unknown = JSON.parse(text);
    const inside = errorInside(value);
    if (inside !== null)
      return fail('error-in-body', status, `HTTP 200 with an error inside: ${redact(inside, key)}`, 'retry');
    return { ok: true, value: redactDeep(value, key) };
  } catch {
    const page = /^\s*</.test(text);
    const what = page
      ? 'a web page: the base URL often lacks its last part, such as /v1'
      : 'something that is not JSON';
    return fail(
      page ? 'web-page' : 'not-json',
      status,
      `${url} answered with ${what}.`,
      page ? 'no' : 'retry',
    );
  }
}

function errorInside(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('error' in value)) return null;
  const { error } = value;
  if (error === null || error === undefined) return null;
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && 'message' in error) return String(error.message);
  return JSON.stringify(error);
}

function saidBy(text: string): string {
  try {
    return errorInside(JSON.parse(text)) ?? text.slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}
