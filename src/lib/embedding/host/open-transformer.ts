import type { Task } from '$lib/serbench/task';
import { checkCrossEncoder, checkTerms } from '../self-check/judges';
import { selfCheck } from '../self-check/run';
import { openCrossEncoder } from '../transformer/cross-encoder';
import { openMaskedLanguageModel } from '../transformer/masked-lm';
import type { TransformerParts } from '../transformer/open';
import type { Runtime } from '../transformer/runtime';
import type { LateSettings } from '../transformer/late-settings';
import { UNTRAINED_NOTE } from '../transformer/splade-settings';
import { openTransformer } from '../transformer/open-encoder';
import { openChecked, type CheckedModel, type RuntimeUrls } from './checked';
import type { OpenResult } from './open';
import type { OpenedModel, OpenRequest } from './request';

const BATCH_NOTE = 'Vectors alone and in a batch differ by more than 1e-6: texts run one by one.';

/** Opens a transformer for what the request wants of it. */
export async function openHeldTransformer(
  request: OpenRequest,
  parts: TransformerParts,
  urls: RuntimeUrls,
  task: Task,
): Promise<OpenResult> {
  const { purpose, device } = request;
  const label = `${parts.name} (${parts.dtype})`;
  const opened = (
    checked: Pick<CheckedModel<unknown>, 'device' | 'check' | 'notes'>,
    identity: OpenedModel['identity'],
    dimensions: number,
  ): OpenedModel => ({
    identity,
    kind: 'transformer',
    purpose,
    dimensions,
    device: checked.device,
    prefix: { ...parts.settings.prefix },
    limit: parts.settings.limit,
    check: checked.check,
    notes: checked.notes,
  });

  if (purpose === 'relevance') {
    const open = { label, open: openWith(openCrossEncoder, parts), check: checkCrossEncoder };
    const checked = await openChecked(open, device, urls, task);
    return {
      model: { kind: 'relevance', model: checked.model },
      opened: opened(checked, checked.model.identity, 0),
    };
  }
  if (purpose === 'terms') {
    const open = { label, open: openWith(openMaskedLanguageModel, parts), check: checkTerms };
    const checked = await openChecked(open, device, urls, task);
    const notes = checked.model.splade.trained ? checked.notes : [UNTRAINED_NOTE, ...checked.notes];
    return {
      model: { kind: 'terms', model: checked.model },
      opened: opened({ ...checked, notes }, checked.model.identity, 0),
    };
  }
  const open = {
    label,
    open: openWith(openTransformer, parts),
    check: (model: Awaited<ReturnType<typeof openTransformer>>, quiet: Task) =>
      selfCheck(model, parts.dtype, quiet),
  };
  const checked = await openChecked(open, device, urls, task);
  const agree = !checked.check.ok || checked.check.batchesAgree;
  const encoder = agree ? checked.model : checked.model.withSettings(parts.settings, true);
  const notes = [...lateNote(encoder.late), ...checked.notes, ...(agree ? [] : [BATCH_NOTE])];
  return {
    model: { kind: 'encoder', encoder },
    opened: opened({ ...checked, notes }, encoder.identity, encoder.dimensions),
  };
}

const lateNote = (late: LateSettings | null): string[] =>
  late === null
    ? []
    : [
        `Late interaction as ${late.file} says: queries of ${late.length.query} tokens${late.expansion === null ? '' : ' filled up with mask tokens'}, units of ${late.length.document}, ${late.skip.size} tokens left out of units.`,
      ];

const openWith =
  <Model>(open: (runtime: Runtime, parts: TransformerParts) => Promise<Model>, parts: TransformerParts) =>
  (runtime: Runtime): Promise<Model> =>
    open(runtime, parts);
