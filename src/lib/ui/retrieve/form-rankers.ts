import type { QueryForm } from '$lib/retrieval/query-text';
import { FORM_RANKERS, formRows, type FormRanker } from '$lib/retrieval/rankers/query-form-rows';
import { formedMethod } from '$lib/retrieval/run/method-name';
import { stageRows } from '$lib/embedding/second-stage/split';
import type { Prediction } from '$lib/serbench/prediction';
import type { SplitRecord } from '$lib/data/schema';
import type { Consent } from '../embedding/consent.svelte';
import { taskOf } from '../embedding/desk.svelte';
import type { StageSource } from '../embedding/stages';
import type { Hooks } from './hooks';
import { itemsOf } from './items';
import { rankingsOf } from './rankings';
import type { Ranked, Retriever } from './retriever.svelte';

/** What a query form can be tried with: a view of words, an encoder over whole pools, or a second stage. */
export type FormChoice =
  | { kind: 'words'; key: FormRanker; label: string }
  | { kind: 'static'; key: 'static'; label: string }
  | { kind: 'encoder'; key: 'encoder'; label: string; model: string }
  | { kind: 'stage'; key: string; label: string; source: StageSource };

/** All that is at hand; second stages need the fusion of the ranked split. */
export function formChoices(retriever: Retriever, ranked: Ranked | null): FormChoice[] {
  const { desk, sources } = retriever.reading;
  const words = Object.entries(FORM_RANKERS) as [FormRanker, { label: string }][];
  const model = desk.opened?.identity.model;
  return [
    ...words.map(([key, { label }]) => ({ kind: 'words' as const, key, label })),
    { kind: 'static', key: 'static', label: 'Static encoder' },
    ...(model === undefined
      ? []
      : [{ kind: 'encoder' as const, key: 'encoder' as const, label: `Encoder: ${model}`, model }]),
    ...(ranked ? sources : []).map((source) => ({
      kind: 'stage' as const,
      key: `stage ${source.key}`,
      label: source.label,
      source,
    })),
  ];
}

/** The method name of a ranker asked in one form. */
export function formMethod(choice: FormChoice, form: QueryForm, ranked: Ranked | null): string {
  if (choice.kind === 'words') return formedMethod(choice.key, form);
  if (choice.kind === 'static') return formedMethod('dense', form);
  if (choice.kind === 'encoder') return formedMethod(choice.model, form);
  const { source } = choice;
  return source
    .stage({ form, leading: source.leading })
    .method(rankingsOf(ranked, new Map())[0]?.method ?? '');
}

/** What is to be ranked by forms, and where second stages start. */
export interface FormRequest {
  split: SplitRecord;
  ranked: Ranked | null;
  choice: FormChoice;
  ids: string[];
  forms: readonly QueryForm[];
}

/** Ranks some states once for each query form; the form stands in the place of the method. */
export async function rowsByForm(
  retriever: Retriever,
  request: FormRequest,
  consent: Consent,
  hooks: Hooks,
): Promise<Prediction[]> {
  const { split, choice, ids, forms } = request;
  const items = itemsOf(split);
  const named = [...forms];
  if (choice.kind === 'words')
    return retriever.worker().call('forms', [items, ids, choice.key, named], hooks);
  if (choice.kind === 'static')
    return retriever.worker().call('forms', [items, ids, { base: retriever.site }, named], hooks);
  return choice.kind === 'encoder'
    ? byEncoder(retriever, request, consent, hooks)
    : byStage(retriever, request, choice.source, consent, hooks);
}

async function byEncoder(
  { reading }: Retriever,
  { split, ids, forms }: FormRequest,
  consent: Consent,
  hooks: Hooks,
): Promise<Prediction[]> {
  await reading.agreeToPools(split, ids, forms, consent, hooks);
  const { encoder } = reading.desk;
  if (encoder === null) throw new Error('The encoder was closed.');
  const stateOf = reading.stateOf(split, hooks.signal);
  const task = consent.watch(taskOf(hooks));
  const quiet = { ...task, progress: () => undefined };
  const rows: Prediction[] = [];
  for (const [done, id] of ids.entries()) {
    task.progress({ done, total: ids.length, unit: 'states', note: 'Ranking' });
    rows.push(...(await formRows(await stateOf(id), encoder, quiet, forms)));
  }
  return rows;
}

async function byStage(
  retriever: Retriever,
  { split, ranked, ids, forms }: FormRequest,
  source: StageSource,
  consent: Consent,
  hooks: Hooks,
): Promise<Prediction[]> {
  if (ranked === null) throw new Error('Rank all states first: this ranker starts from the fusion.');
  const { reading } = retriever;
  const { leading } = source;
  const firsts = retriever.firsts(ranked, ids);
  await reading.agreeToStage(split, source, forms, leading, firsts, consent, hooks);
  const stateOf = reading.stateOf(split, hooks.signal);
  const task = consent.watch(taskOf(hooks));
  const total = forms.length * firsts.length;
  const rows: Prediction[] = [];
  for (const [at, form] of forms.entries()) {
    const part = {
      ...task,
      progress: ({ done }: { done: number }) =>
        task.progress({ done: at * firsts.length + done, total, unit: 'states', note: form }),
    };
    const own = await stageRows(source.stage({ form, leading }), firsts, form, stateOf, part);
    rows.push(...own.map((row) => ({ ...row, method: form })));
  }
  return rows;
}
