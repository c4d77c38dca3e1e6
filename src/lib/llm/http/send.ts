import { plainFailure, retryAfter, statusFailure, type Failed } from '../failure';
import { errorText } from '../protocols/error';
import { redact, redactDeep } from '../redact';
import { EventReader } from '../stream/events';
import type { Protocol, WireError, WireRead, WireReply, WireRequest } from '../wire';
import { MOST_SMALL_BYTES, mostBytesFor, readPieces, readText } from './body';
import { keptRaw } from './kept-raw';
import { Spoken } from './spoken';

export type Sent =
  | { ok: true; reply: WireReply; raw: string }
  | { ok: false; failed: Failed; /** The provider's words, for the ladder. */ said: string };

export interface SendOptions {
  protocol: Protocol;
  fetch: typeof fetch;
  key: string | null;
  stream: boolean;
  /** The request's own limit, which bounds how much is read. */
  maxOutputTokens: number;
  /** Aborted by the caller or by the timeout. */
  signal: AbortSignal;
  /** Called whenever bytes arrive, with the text so far: what a failure on the way leaves. */
  arrived: (text: string) => void;
  onText: ((part: string, from: number) => void) | null;
}

/**
 * Sends one request and reads its answer. The key is blanked in everything that comes back, after it was decoded and
 * after the pieces of a stream were joined; a key too short to blank is left (see `redact`).
 */
export async function send(request: WireRequest, options: SendOptions): Promise<Sent> {
  const response = await options.fetch(request.url, {
    method: 'POST',
    headers: request.headers,
    body: JSON.stringify(request.body),
    signal: options.signal,
    // A redirect would carry the key's header to another place; cookies and referrers are nobody's business.
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  const beat = () => options.arrived('');
  const wait = retryAfter(response.headers.get('retry-after'), Date.now());
  if (!response.ok) {
    const said = await readText(response, MOST_SMALL_BYTES, beat);
    return refused(response.status, said, wait, options.key);
  }
  if (options.stream && !isPlainJson(response, options.protocol))
    return readStream(request.url, response, options, wait);
  const raw = await readText(response, mostBytesFor(options.maxOutputTokens), beat);
  const body = parse(raw);
  if (!body.ok) return notJson(raw, response.status, request.url);
  return finished(
    options.protocol.read(body.value),
    keptRaw(raw, [body.value], options.key),
    wait,
    options.key,
  );
}

const isPlainJson = (response: Response, protocol: Protocol) =>
  protocol.framing === 'sse' && (response.headers.get('content-type') ?? '').includes('application/json');

function refused(status: number, raw: string, wait: number | null, key: string | null): Sent {
  const body = parse(raw);
  const said = redact(body.ok ? errorText(body.value) : isPage(raw) ? '' : raw, key);
  return { ok: false, failed: statusFailure(status, said, wait), said };
}

async function readStream(
  url: string,
  response: Response,
  options: SendOptions,
  wait: number | null,
): Promise<Sent> {
  const read = options.protocol.stream();
  const reader = new EventReader(options.protocol.framing);
  const spoken = new Spoken(options.key, options.onText);
  const decoder = new TextDecoder();
  const rawParts: string[] = [];
  const events: unknown[] = [];
  let broken = false;
  const take = (lines: string[], ended: boolean) => {
    for (const line of lines) {
      if (line.trim() === '[DONE]') continue;
      const event = parse(line);
      if (event.ok) {
        events.push(event.value);
        read.push(event.value);
      } else broken = true;
    }
    if (lines.length > 0 || ended) spoken.grow(read.text(), ended);
  };
  await readPieces(response, mostBytesFor(options.maxOutputTokens), (piece) => {
    rawParts.push(decoder.decode(piece, { stream: true }));
    take(reader.push(piece), false);
    options.arrived(read.text());
  });
  rawParts.push(decoder.decode());
  take(reader.end(), true);
  const raw = rawParts.join('');
  if (isPage(raw) || broken) return notJson(raw, response.status, url);
  return finished(read.end(), keptRaw(raw, events, options.key), wait, options.key);
}

function finished(read: WireRead, raw: string, wait: number | null, key: string | null): Sent {
  if (read.ok) return { ok: true, reply: redactDeep(read.reply, key), raw };
  const error = redactDeep(read.error, key);
  return { ok: false, failed: bodyFailure(error, wait), said: error.message };
}

/** HTTP 200 can carry an error: a code that is an HTTP status counts as one. */
function bodyFailure(error: WireError, wait: number | null): Failed {
  if (error.code === 'no-choice') return plainFailure('no-choice', 'retry', error.message, 200);
  const status = Number(error.code);
  if (Number.isInteger(status) && status >= 400 && status < 600)
    return statusFailure(status, error.message, wait);
  const named = NAMED[String(error.code)];
  if (named) return statusFailure(named, error.message, wait);
  return plainFailure(
    'error-in-body',
    'retry',
    `HTTP 200 with an error inside. It says: "${error.message}"`,
    200,
  );
}

/** Error names of the providers, as the HTTP status they stand for. */
const NAMED: Record<string, number> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  RESOURCE_EXHAUSTED: 429,
  authentication_error: 401,
  UNAUTHENTICATED: 401,
  invalid_api_key: 401,
  permission_error: 403,
  PERMISSION_DENIED: 403,
  insufficient_quota: 402,
  api_error: 500,
  UNAVAILABLE: 503,
};

function notJson(raw: string, status: number, url: string): Sent {
  const failed = isPage(raw)
    ? plainFailure(
        'web-page',
        'stop',
        `${url} answers with a web page instead of JSON. Check the base URL: it often lacks its last part, such as /v1.`,
        status,
      )
    : plainFailure('not-json', 'retry', 'The answer is not JSON.', status);
  return { ok: false, failed, said: '' };
}

const isPage = (raw: string) => /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(raw);

function parse(raw: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(raw) as unknown };
  } catch {
    return { ok: false };
  }
}
