import type { Configuration } from '$lib/complement/config/schema';
import type { Rendered } from '$lib/complement/render';
import { loadO200k } from '$lib/data/o200k';
import { doneFromCalls } from '$lib/complement/replay/replay-calls';
import { INERT_NOTE, type EvidenceDocument } from '$lib/evidence/document';
import { evidenceOf } from '$lib/evidence/of-state';
import type { Task } from '$lib/serbench/task';
import { stored } from './batches';
import type { ItemsFile } from './requests';
import { digest, statesOf } from './service';

/** The set that a state's run delivered, and the file that its texts are in. */
export interface EvidenceRequest extends ItemsFile, Pick<Rendered, 'ids' | 'skipped'> {
  stateId: string;
  render: Configuration['render'];
}

/**
 * The evidence of every scored state of a batch as JSON Lines, one document with its `state_id` a line, in the file's
 * order. Rejects when a scored state is not in the file.
 */
export async function evidenceLines(task: Task, file: ItemsFile, key: string): Promise<Blob> {
  const { store, outcomes, setting, tools } = await stored(key, []);
  const { tokenizer, tokenCeiling: ceiling } = setting.configuration.render;
  const open = new Map(
    outcomes.filter(({ status }) => status === 'scored').map((outcome) => [outcome.state_id, outcome]),
  );
  const lines: string[] = [];
  for await (const state of statesOf(file, task)) {
    const outcome = open.get(state.state_id);
    if (!outcome) continue;
    open.delete(state.state_id);
    const found = await Promise.all(outcome.calls.map((call) => store.find(call.key)));
    const calls = found.filter((call) => call !== null);
    const { rendered } = await doneFromCalls(outcome.context, calls, setting);
    const { countTokens } = tools;
    const document = await evidenceOf(state, { ...rendered, ceiling }, { digest, countTokens, tokenizer });
    lines.push(`${JSON.stringify({ state_id: state.state_id, ...document, note: INERT_NOTE })}\n`);
    task.progress({ done: lines.length, total: lines.length + open.size, unit: 'states' });
    await task.checkpoint();
  }
  const [absent] = open.keys();
  if (absent !== undefined) throw new Error(`${file.name} has no state ${absent}. Choose the batch's split.`);
  return new Blob(lines, { type: 'application/jsonl' });
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
