import type { ModelRef } from '../config/schema';
import type { ChatMessage, Usage } from '../model';

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
  if (ref.url === '' || (input !== null && output !== null)) return reply.usage;
  return {
    input: input ?? messages.reduce((sum, message) => sum + countTokens(message.content), 0),
    output: output ?? countTokens(reply.text),
    cached,
  };
}
