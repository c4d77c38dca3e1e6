import { plainFailure, retryAfter, statusFailure, type Failed } from './failure';
import { EventReader } from './stream/events';
import { errorText } from './protocols/error';
import { redact } from './redact';
import type { Protocol, WireError, WireRead, WireReply, WireRequest } from './wire';

export type Sent =
  | { ok: true; reply: WireReply; raw: string }
  | { ok: false; failed: Failed; /** The provider's words, for the ladder. */ said: string };

export interface SendOptions {
  protocol: Protocol;
  fetch: typeof fetch;
  key: string | null;
  stream: boolean;
  /** Aborted by the caller or by the timeout. */
  signal: AbortSignal;
  now: () => number;
  onText: ((text: string) => void) | null;
}

/** Sends one request and reads its answer. The key is blanked in everything that comes back. */
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
  const wait = retryAfter(response.headers.get('retry-after'), options.now());
  if (!response.ok) return refused(response.status, redact(await response.text(), options.key), wait);
  if (options.stream && !isPlainJson(response, options.protocol)) return readStream(response, options, wait);
  const raw = redact(await response.text(), options.key);
  const body = parse(raw);
  if (!body.ok) return notJson(raw, response.status);
  return finished(options.protocol.read(body.value), raw, wait);
}

const isPlainJson = (response: Response, protocol: Protocol) =>
  protocol.framing === 'sse' && (response.headers.get('content-type') ?? '').includes('application/json');

function refused(status: number, raw: string, wait: number | null): Sent {
  const body = parse(raw);
  const said = body.ok ? errorText(body.value) : isPage(raw) ? '' : raw;
  return { ok: false, failed: statusFailure(status, said, wait), said };
}

async function readStream(response: Response, options: SendOptions, wait: number | null): Promise<Sent> {
  const read = options.protocol.stream();
  const events = new EventReader(options.protocol.framing);
  const decoder = new TextDecoder();
  const rawParts: string[] = [];
  let broken: string | null = null;
  const take = (lines: string[]) => {
    for (const line of lines) {
      if (line.trim() === '[DONE]') continue;
      const event = parse(redact(line, options.key));
      if (event.ok) read.push(event.value);
      else broken ??= line;
    }
    if (lines.length > 0) options.onText?.(read.text());
  };
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    rawParts.push(decoder.decode(chunk.value, { stream: true }));
    take(events.push(chunk.value));
  }
  rawParts.push(decoder.decode());
  take(events.end());
  const raw = redact(rawParts.join(''), options.key);
  if (isPage(raw) || broken !== null) return notJson(raw, response.status);
  return finished(read.end(), raw, wait);
}

function finished(read: WireRead, raw: string, wait: number | null): Sent {
  if (read.ok) return { ok: true, reply: read.reply, raw };
  return { ok: false, failed: bodyFailure(read.error, wait), said: read.error.message };
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

function notJson(raw: string, status: number): Sent {
  const failed = isPage(raw)
    ? plainFailure(
        'web-page',
        'stop',
        'The address answers with a web page instead of JSON. Check the base URL: it often lacks its last part, such as /v1.',
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
