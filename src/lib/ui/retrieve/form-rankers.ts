import type { StageSource } from '../embedding/stages';
import { FORMS } from '$lib/retrieval/query-text';
import { FORM_RANKERS, type FormRanker } from '$lib/retrieval/rankers/query-form-rows';
import type { FirstRanking } from '$lib/embedding/second-stage/split';
import { stageRows } from '$lib/embedding/second-stage/split';
import { formRows } from '$lib/retrieval/rankers/query-form-rows';
import type { Prediction } from '$lib/serbench/prediction';
import type { SplitRecord } from '$lib/data/schema';
import type { Consent } from '../embedding/consent.svelte';
import { taskOf } from '../embedding/desk.svelte';
import type { Hooks } from './hooks';
import { itemsOf } from './items';
import type { Ranked, Retriever } from './retriever.svelte';

/** What a query form can be tried with: a view of words, an encoder over whole pools, or a second stage. */
export type FormChoice =
  | { kind: 'words'; key: FormRanker; label: string }
  | { kind: 'static'; key: 'static'; label: string }
  | { kind: 'encoder'; key: 'encoder'; label: string }
  | { kind: 'stage'; key: string; label: string; source: StageSource };

/** All that is at hand; second stages need the fusion of the ranked split. */
export function formChoices(retriever: Retriever, ranked: Ranked | null): FormChoice[] {
  const { desk, sources } = retriever.reading;
  const words = Object.entries(FORM_RANKERS) as [FormRanker, { label: string }][];
  return [
    ...words.map(([key, { label }]) => ({ kind: 'words' as const, key, label })),
    { kind: 'static', key: 'static', label: 'Static encoder' },
    ...(desk.opened
      ? [
          {
            kind: 'encoder' as const,
            key: 'encoder' as const,
            label: `Encoder: ${desk.opened.identity.model}`,
          },
        ]
      : []),
    ...(ranked ? sources : []).map((source) => ({
      kind: 'stage' as const,
      key: `stage ${source.key}`,
      label: source.label,
      source,
    })),
  ];
}

/** Ranks the drawn states once for each query form; the form stands in the place of the method. */
export async function rowsByForm(
  retriever: Retriever,
  split: SplitRecord,
  ranked: Ranked | null,
  choice: FormChoice,
  ids: string[],
  consent: Consent,
  hooks: Hooks,
): Promise<Prediction[]> {
  const { reading } = retriever;
  const items = itemsOf(split);
  if (choice.kind === 'words') return retriever.worker().call('forms', [items, ids, choice.key], hooks);
  if (choice.kind === 'static')
    return retriever.worker().call('forms', [items, ids, { base: retriever.site }], hooks);
  const stateOf = reading.stateOf(split, hooks.signal);
  if (choice.kind === 'encoder') {
    await reading.agreeToPools(split, ids, FORMS, consent, hooks);
    const { encoder } = reading.desk;
    if (encoder === null) throw new Error('The encoder was closed.');
    const task = consent.watch(taskOf(hooks));
    const rows: Prediction[] = [];
    for (const [done, id] of ids.entries()) {
      task.progress({ done, total: ids.length, unit: 'states', note: 'Ranking' });
      rows.push(...(await formRows(await stateOf(id), encoder, { ...task, progress: () => undefined })));
    }
    return rows;
  }
  if (ranked === null) throw new Error('Rank all states first: this ranker starts from the fusion.');
  return stageByForm(choice.source, retriever.firsts(ranked, ids));

  async function stageByForm(source: StageSource, firsts: FirstRanking[]): Promise<Prediction[]> {
    const { leading } = source;
    await reading.agreeToStage(split, source, FORMS, leading, firsts, consent, hooks);
    const task = consent.watch(taskOf(hooks));
    const total = FORMS.length * firsts.length;
    const rows: Prediction[] = [];
    for (const [at, form] of FORMS.entries()) {
      const part = {
        ...task,
        progress: ({ done }: { done: number }) =>
          task.progress({ done: at * firsts.length + done, total, unit: 'states', note: form }),
      };
      const own = await stageRows(source.stage({ form, leading }), firsts, 'rrf', stateOf, part);
      rows.push(...own.map((row) => ({ ...row, method: form })));
    }
    return rows;
  }
}
