import type { Configuration } from '$lib/complement/config/schema';
import type { Rendered } from '$lib/complement/render';
import { loadO200k } from '$lib/data/o200k';
import type { EvidenceDocument } from '$lib/evidence/document';
import { evidenceOf } from '$lib/evidence/of-state';
import type { Task } from '$lib/serbench/task';
import type { ItemsFile } from './requests';
import { digest, statesOf } from './service';

/** The set that a state's run delivered, and the file that its texts are in. */
export interface EvidenceRequest extends ItemsFile, Pick<Rendered, 'ids' | 'skipped'> {
  stateId: string;
  render: Configuration['render'];
}

/** A delivered set as the document that goes to a downstream model. Rejects when the file lacks the state. */
export async function evidenceDocument(task: Task, request: EvidenceRequest): Promise<EvidenceDocument> {
  const { ids, skipped, render, stateId } = request;
  const { count } = await loadO200k();
  for await (const state of statesOf(request, task))
    if (state.state_id === stateId)
      return evidenceOf(
        state,
        { ids, skipped, ceiling: render.tokenCeiling },
        { digest, countTokens: count, tokenizer: render.tokenizer },
      );
  throw new Error(`${request.name} holds no sound state "${stateId}". Choose the split that the run is of.`);
}
