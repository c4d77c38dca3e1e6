import { canonicalJson, type Digest } from '../canonical';
import type { Configuration, ModelRef } from '../config/schema';
import type { ChatMessage, ChatRequest } from '../model';
import { REPLY_SCHEMA } from '../reply/parse';
import type { Ask } from '../stages/ask';

/** The first request of a question whose messages are known: all but the messages follows from the configuration. */
export const requestOf = (
  ask: Ask,
  messages: readonly ChatMessage[],
  configuration: Configuration,
): ChatRequest => ({
  model: configuration.models[ask.stage].model,
  messages,
  temperature: configuration.decoding.temperature,
  maxOutputTokens: ask.maxOutputTokens,
  schema: REPLY_SCHEMA,
});

/**
 * The hash that says whether a call was made already: provider, URL, model, parameters, prompt, schema, state,
 * and how many attempts it had.
 */
export function callKey(
  endpoint: ModelRef,
  request: ChatRequest,
  stateId: string,
  attempts: number,
  digest: Digest,
): Promise<string> {
  return digest(canonicalJson({ endpoint, request, state_id: stateId, attempts }));
}
