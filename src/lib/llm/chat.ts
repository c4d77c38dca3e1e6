import type { ModelRef } from '$lib/complement/config/schema';
import type { ChatModel, ChatOutcome, ChatRequest, Rung } from '$lib/complement/model';
import { chatFailure, plainFailure, type Failed } from './failure';
import { TooLarge } from './http/body';
import { send, type Sent } from './http/send';
import { Silence } from './http/silence';
import { askedIn, learned, spokenTo, stepDown } from './ladder';
import type { Clock, Limiter } from './limiter';
import { mayCall } from './probe/address';
import { PROTOCOL, type NetworkProtocol } from './protocols';
import { redact, redactDeep } from './redact';
import { thrownFailure } from './thrown';
import type { Dialect, WireRequest } from './wire';

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
  /** The longest silence: before the answer begins, and then between any two of its pieces. */
  timeoutMs: number;
  /** Node only: http to other machines is allowed, key included. */
  plainHttp?: boolean;
  /** Counts a prompt's tokens; null switches the prompt-cut check off. */
  countTokens: ((text: string) => number) | null;
  /** This page's origin, for fix texts; empty outside a page. */
  pageOrigin: string;
  stream: boolean;
  /** New part of a streamed text and the count of characters told before; 0 begins a new text. */
  onText: ((part: string, from: number) => void) | null;
}

export const endpointName = (model: ModelRef): string => `${model.protocol} ${model.url} ${model.model}`;

/** A language model behind an endpoint. */
export function networkModel(model: ModelRef & { protocol: NetworkProtocol }, tools: ChatTools): ChatModel {
  return {
    complete: async (request, signal) => {
      const address = mayCall(model.url, tools.pageOrigin, tools.plainHttp);
      if (!address.ok)
        return { ok: false, failure: chatFailure(plainFailure('address', 'stop', address.message), 0) };
      // The last look for the key before anything can store, show or export what came back.
      return redactDeep(await complete(model, request, tools, signal), tools.key);
    },
  };
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
  const known = tools.dialects.get(name) ?? protocol.dialect;
  let dialect = askedIn(known, request);
  let waits = 0;
  for (;;) {
    await tools.limiter.ready(signal);
    const started = tools.clock.now();
    const wire = protocol.build(model, spokenTo(request, dialect), {
      dialect,
      key: tools.key,
      stream: tools.stream,
      promptTokens,
    });
    const sent = await sendInTime(wire, request.maxOutputTokens, model, tools, signal);
    const latencyMs = Math.max(0, tools.clock.now() - started);
    if (sent.ok) {
      tools.limiter.passed();
      tools.dialects.set(name, learned(known, dialect, request));
      return answered(possible(sent), dialect.rung, promptTokens, latencyMs);
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

/** Counts that cannot be are unknown: some servers report a prompt they had cached as 0 tokens. */
function possible({ reply, ...rest }: Extract<Sent, { ok: true }>): Extract<Sent, { ok: true }> {
  const { input, output, cached } = reply.usage;
  const usage = {
    input: input === 0 ? null : input,
    output: output === 0 && reply.text !== '' ? null : output,
    cached: input === 0 ? null : cached,
  };
  return { ...rest, ok: true, reply: { ...reply, usage } };
}

function answered(
  { reply, raw }: Extract<Sent, { ok: true }>,
  rung: Rung,
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
      rung,
      latencyMs,
      reportedModel: reply.model,
    },
  };
}

/** Sends under the timeout, and turns what `fetch` throws into a failure; only the caller's abort rejects. */
async function sendInTime(
  wire: WireRequest,
  maxOutputTokens: number,
  model: ModelRef & { protocol: NetworkProtocol },
  tools: ChatTools,
  signal: AbortSignal,
): Promise<Sent> {
  const silence = new Silence(tools.clock, tools.timeoutMs);
  let soFar: string | null = null;
  try {
    return await send(wire, {
      protocol: PROTOCOL[model.protocol],
      fetch: tools.fetch,
      key: tools.key,
      stream: tools.stream,
      maxOutputTokens,
      signal: AbortSignal.any([signal, silence.signal]),
      arrived: (text) => {
        soFar = text;
        silence.beat();
      },
      onText: tools.onText,
    });
  } catch (error) {
    signal.throwIfAborted();
    const failed =
      error instanceof TooLarge
        ? tooLarge(error, maxOutputTokens)
        : thrownFailure(error, {
            silentMs: silence.signal.aborted ? tools.timeoutMs : null,
            soFar: soFar === null ? null : redact(soFar, tools.key),
            host: new URL(model.url).host,
            pageOrigin: tools.pageOrigin,
            key: tools.key,
          });
    return { ok: false, failed, said: '' };
  } finally {
    silence.end();
  }
}

const tooLarge = ({ mostBytes }: TooLarge, maxOutputTokens: number): Failed =>
  plainFailure(
    'too-large',
    'state',
    `The server sent more than ${mostBytes} bytes for an answer of at most ${maxOutputTokens} tokens, and was cut off: it does not keep to the output limit. Check its settings, or use another model.`,
  );
