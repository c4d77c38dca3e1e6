import type { Digest } from './canonical';
import { isReply, judge } from './conclude';
import type { ChatFailure, ChatMessage, ChatModel, ChatRequest } from './model';
import { NO_USAGE } from './model';
import { boundedSchema } from './reply/parse';
import type { Ask } from './stages/ask';
import type { Attempt } from './trace';

/** After a cut answer the next attempt has this many times the output tokens, up to the ceiling. */
const LARGER = 4;
export const OUTPUT_CEILING = 65_536;

export interface Exchange {
  attempts: Attempt[];
  /** Set when no reply came at all, or none can come: the state fails, nothing falls back. */
  failure: ChatFailure | null;
}

/**
 * Makes one call of a stage: at most `limit` attempts, whatever made one unusable (a failed request, a cut answer, no
 * JSON, no known id). Every attempt is kept, so that its usage is counted: those that need another one are told to
 * `attempted` before it is sent. `earlier` are those of a session that was broken off. Rejects only with the signal's
 * reason.
 */
export async function exchange(
  ask: Ask,
  request: ChatRequest,
  options: {
    model: ChatModel;
    limit: number;
    retryNote: string;
    digest: Digest;
    signal: AbortSignal;
    earlier: readonly Attempt[];
    attempted(attempts: readonly Attempt[]): Promise<void>;
  },
): Promise<Exchange> {
  const attempts: Attempt[] = [...options.earlier];
  const bounded = boundedSchema(
    ask.candidates.map(({ id }) => id),
    ask.minimum,
    ask.maximum,
  );
  let failure: ChatFailure | null = null;
  while (attempts.length < options.limit) {
    options.signal.throwIfAborted();
    if (attempts.length > options.earlier.length) await options.attempted(attempts);
    const next = nextRequest(request, attempts, options.retryNote);
    const outcome = await options.model.complete({ ...next, bounded }, options.signal);
    if (!outcome.ok) {
      failure = outcome.failure;
      attempts.push(failedAttempt(outcome.failure, next));
      if (failure.reach !== 'retry') return { attempts, failure };
      continue;
    }
    const { reply } = outcome;
    const { verdict } = judge(ask, reply);
    attempts.push({
      verdict,
      message: '',
      text: reply.text,
      raw: reply.raw,
      raw_sha256: await options.digest(reply.raw),
      finish: reply.finish,
      rung: reply.rung,
      max_output_tokens: next.maxOutputTokens,
      usage: reply.usage,
      latency_ms: reply.latencyMs,
      reported_model: reply.reportedModel,
    });
    if (verdict === 'usable') break;
  }
  const answered = attempts.some((attempt) => isReply(attempt.verdict));
  return { attempts, failure: answered ? null : failure };
}

/**
 * What is sent after these attempts: each cut answer raised the cap (never above the ceiling, never below what the
 * configuration asks), and after any other reply that could not be used the retry note stands once at the end.
 */
function nextRequest(
  request: ChatRequest,
  attempts: readonly Pick<Attempt, 'verdict'>[],
  note: string,
): ChatRequest {
  const cuts = attempts.filter(({ verdict }) => verdict === 'cut').length;
  const raised = Math.min(OUTPUT_CEILING, request.maxOutputTokens * LARGER ** cuts);
  const maxOutputTokens = Math.max(request.maxOutputTokens, raised);
  const noted = attempts.some(({ verdict }) => isReply(verdict) && verdict !== 'cut' && verdict !== 'usable');
  if (!noted) return { ...request, maxOutputTokens };
  const messages: ChatMessage[] = request.messages.map((message) =>
    message.role === 'user' ? { ...message, content: `${message.content}\n\n${note}` } : message,
  );
  return { ...request, maxOutputTokens, messages };
}

function failedAttempt(failure: ChatFailure, request: ChatRequest): Attempt {
  return {
    verdict: failure.kind,
    message: failure.message,
    text: '',
    raw: '',
    raw_sha256: '',
    finish: 'unknown',
    rung: null,
    max_output_tokens: request.maxOutputTokens,
    usage: failure.usage ?? NO_USAGE,
    latency_ms: failure.latencyMs,
    reported_model: null,
  };
}
