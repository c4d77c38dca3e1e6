import { canonicalJson, type Digest } from '../canonical';
import type { ModelRef } from '../config/schema';
import type { ChatRequest } from '../model';

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
