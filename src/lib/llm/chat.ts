import type { ModelRef } from '$lib/complement/config/schema';
import type { ChatModel, ChatOutcome, ChatRequest } from '$lib/complement/model';
import { chatFailure, plainFailure, type Failed } from './failure';
import { send, type Sent } from './http';
import { stepDown } from './ladder';
import type { Clock, Limiter } from './limiter';
import { PROTOCOL, type NetworkProtocol } from './protocols';
import { redact } from './redact';
import type { Dialect } from './wire';

/** Waits for a provider that says 429 or 529, before the run is stopped for the user to resume. */
const MOST_WAITS = 8;
/**
 * A reported prompt below this share of our count was cut on the way (ollama#17889). Ours are o200k tokens of the
 * message texts alone, theirs are of the model's own tokenizer with the chat template on top: the share leaves
 * room for a tokenizer that packs code up to a fifth tighter. One that packs tighter still would be refused
 * wrongly, one that packs worse hides a cut as large as the difference; both counts are in the message.
 */
const WHOLE_PROMPT = 0.8;

export interface ChatTools {
  fetch: typeof fetch;
  clock: Clock;
  /** One per provider origin, shared by all its models. */
  limiter: Limiter;
  /** What endpoints were found to accept, by `endpointName`; shared and updated. */
  dialects: Map<string, Dialect>;
  /** The key that belongs to this endpoint's origin, or null. */
  key: string | null;
  timeoutMs: number;
  /** Counts a prompt's tokens; null switches the prompt-cut check off. */
  countTokens: ((text: string) => number) | null;
  /** This page's origin, for fix texts; empty outside a page. */
  pageOrigin: string;
  stream: boolean;
  onText: ((text: string) => void) | null;
}

export const endpointName = (model: ModelRef): string => `${model.protocol} ${model.url} ${model.model}`;

/** A language model behind an endpoint. */
export function networkModel(model: ModelRef & { protocol: NetworkProtocol }, tools: ChatTools): ChatModel {
  return { complete: (request, signal) => complete(model, request, tools, signal) };
}

async function complete(
  model: ModelRef & { protocol: NetworkProtocol },
  request: ChatRequest,
  tools: ChatTools,
  signal: AbortSignal,
): Promise<ChatOutcome> {
  const protocol = PROTOCOL[model.protocol];
  const name = endpointName(model);
  const promptTokens =
    tools.countTokens?.(request.messages.map((message) => message.content).join('\n')) ?? null;
  let dialect = tools.dialects.get(name) ?? protocol.dialect;
  let waits = 0;
  for (;;) {
    await tools.limiter.ready(signal);
    const started = tools.clock.now();
    const wire = protocol.build(model, request, {
      dialect,
      key: tools.key,
      stream: tools.stream,
      promptTokens,
    });
    const sent = await sendInTime(wire, protocol, model, tools, signal);
    const latencyMs = Math.max(0, tools.clock.now() - started);
    if (sent.ok) {
      tools.limiter.passed();
      tools.dialects.set(name, dialect);
      return answered(sent, dialect, promptTokens, latencyMs);
    }
    const lower =
      sent.failed.status === null
        ? null
        : stepDown(dialect, sent.failed.status, sent.said, model.protocol !== 'anthropic');
    if (lower) dialect = lower;
    else if (sent.failed.reach === 'wait' && waits < MOST_WAITS) {
      waits += 1;
      tools.limiter.strike(sent.failed.retryAfterMs);
    } else return { ok: false, failure: chatFailure(sent.failed, latencyMs) };
  }
}

function answered(
  { reply, raw }: Extract<Sent, { ok: true }>,
  dialect: Dialect,
  promptTokens: number | null,
  latencyMs: number,
): ChatOutcome {
  const { input } = reply.usage;
  if (promptTokens !== null && input !== null && input < promptTokens * WHOLE_PROMPT) {
    const failed = plainFailure(
      'prompt-cut',
      'state',
      `Prompt cut: the server reports ${input} prompt tokens where ${promptTokens} were sent by our count (o200k), less than ${WHOLE_PROMPT * 100}%. Raise its context size (Ollama: num_ctx; llama.cpp: -c; LM Studio: context length), or lower the card limits.`,
      200,
    );
    return { ok: false, failure: chatFailure({ ...failed, usage: reply.usage }, latencyMs) };
  }
  return {
    ok: true,
    reply: {
      text: reply.text,
      finish: reply.finish,
      usage: reply.usage,
      raw,
      rung: dialect.rung,
      latencyMs,
      reportedModel: reply.model,
    },
  };
}

/** Sends under the timeout, and turns what `fetch` throws into a failure; only the caller's abort rejects. */
async function sendInTime(
  wire: ReturnType<(typeof PROTOCOL)[NetworkProtocol]['build']>,
  protocol: (typeof PROTOCOL)[NetworkProtocol],
  model: ModelRef,
  tools: ChatTools,
  signal: AbortSignal,
): Promise<Sent> {
  const timer = new AbortController();
  const both = AbortSignal.any([signal, timer.signal]);
  const done = new AbortController();
  const late = tools.clock.sleep(tools.timeoutMs, done.signal).then(
    () => timer.abort(new Error('timeout')),
    () => undefined,
  );
  try {
    return await send(wire, {
      protocol,
      fetch: tools.fetch,
      key: tools.key,
      stream: tools.stream,
      signal: both,
      now: () => tools.clock.now(),
      onText: tools.onText,
    });
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, failed: thrown(error, timer.signal.aborted, model, tools), said: '' };
  } finally {
    done.abort(new Error('done'));
    await late;
  }
}

function thrown(error: unknown, timedOut: boolean, model: ModelRef, tools: ChatTools): Failed {
  if (timedOut)
    return plainFailure('timeout', 'retry', `No answer within ${Math.round(tools.timeoutMs / 1000)} s.`);
  const { host } = new URL(model.url);
  const page = tools.pageOrigin === '' ? '' : ` or it does not allow pages from ${tools.pageOrigin}`;
  const detail = error instanceof Error ? redact(error.message, tools.key) : '';
  return plainFailure(
    'unreachable',
    'retry',
    `No readable answer from ${host}: it is not running, the network failed${page}. The connection test tells which (${detail}).`,
  );
}
