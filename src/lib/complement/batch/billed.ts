import type { ModelRef } from '../config/schema';
import type { ChatMessage, Usage } from '../model';

/** Whether anybody bills calls of a model: scripts and models that run in the browser have no endpoint. */
export const isBilled = (ref: ModelRef): boolean => ref.url !== '';

/**
 * What a reply is taken to have used: as the provider says, and counted by us where it does not say, so that a cap
 * holds there too. Models without an endpoint bill nothing and are left as they are.
 */
export function billedUsage(
  ref: ModelRef,
  reply: { usage: Usage; text: string },
  messages: readonly ChatMessage[],
  countTokens: (text: string) => number,
): Usage {
  const { input, output, cached } = reply.usage;
  if (!isBilled(ref) || (input !== null && output !== null)) return reply.usage;
  return {
    input: input ?? messages.reduce((sum, message) => sum + countTokens(message.content), 0),
    output: output ?? countTokens(reply.text),
    cached,
  };
}
