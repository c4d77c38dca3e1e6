import { loadO200k } from '$lib/data/o200k';
import { indexedDbStore } from '$lib/embedding/cache/indexed-db';
import type { FirstRanking } from '$lib/embedding/second-stage/split';
import { openSiteStatic } from '$lib/embedding/static-encoder/site';
import { unreadByEncoder, unreadByScorer, type Ask, type Count, type Unread } from '$lib/embedding/unread';
import { asksOf, type Reader, type UnreadRequest } from '$lib/embedding/unread-split';
import type { InstantRanking } from '$lib/retrieval/complement-fused/instant';
import { rankThorough, thoroughTexts, type ThoroughTexts } from '$lib/retrieval/complement-fused/thorough';
import { runInstant } from '$lib/retrieval/complement-fused/run';
import { analyse, Analyser } from '$lib/retrieval/analysis/analyser';
import { formRows, type FormRanker } from '$lib/retrieval/rankers/query-form-rows';
import { spreadRow, unitsOf, wholePool } from '$lib/retrieval/rankers/spread';
import type { QueryForm } from '$lib/retrieval/query-text';
import { likenessTable, wordLikeness } from '$lib/retrieval/rerank/likeness';
import { sharedLoad } from '$lib/retrieval/run/shared-load';
import { rankSplit, type SplitRequest, type StateViews } from '$lib/retrieval/run/split-rankings';
import { rankViews, type ViewRanking } from '$lib/retrieval/run/state-ranking';
import { denseVectors, withoutProgress, type TextEncoder } from '$lib/retrieval/run/text-encoder';
import type { ViewChoice } from '$lib/retrieval/run/configuration';
import { importRun, type Preview } from '$lib/retrieval/formats/import';
import type { Format } from '$lib/retrieval/formats/export';
import type { Prediction } from '$lib/serbench/prediction';
import { indexState } from '$lib/serbench/split-index';
import { FaultList, type Fault } from '$lib/serbench/fault';
import { readItems } from '$lib/serbench/reading/items';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { checkpointFor } from '$lib/worker/pace';
import { serve } from '$lib/worker/serve';

/** The items' file: a state never carries a certificate, and no certificate comes here. */
export interface Items {
  key: string;
  name: string;
  blob: Blob;
}

/** One state for the page that moves sliders: its pool and what every view says. */
export interface StateDetail {
  state: State;
  tieOrder: Int32Array;
  views: ViewRanking[];
  /** The pool's likenesses, for MMR. */
  likeness: Float64Array;
}

export interface Imported {
  rows: Prediction[];
  preview: Preview;
  faults: Fault[];
  errors: number;
}

let held: { key: string; states: State[]; faults: Fault[] } | null = null;
const encoders = new Map<string, (task: Task) => Promise<TextEncoder>>();
const begun = new Map<string, { instant: InstantRanking; texts: ThoroughTexts }>();

async function open({ key, name, blob }: Items, task: Task): Promise<State[]> {
  if (held?.key === key) return held.states;
  const faults = new FaultList();
  const states: State[] = [];
  for await (const state of readItems(blob, name, faults, task)) {
    states.push(state);
    task.progress({ done: states.length, total: null, unit: 'states', note: 'Reading' });
  }
  if (faults.errors > 0) throw new Error(faults.kept.find(({ severity }) => severity === 'error')?.message);
  held = { key, states, faults: faults.kept };
  begun.clear();
  return states;
}

/** The site's static encoder. Choosing other states while it loads cancels those who wait, never the load. */
function openEncoder(base: string, task: Task): Promise<TextEncoder> {
  const never = new AbortController().signal;
  const known = encoders.get(base);
  const opening = known ?? sharedLoad((own) => openSiteStatic(base, own), checkpointFor(never));
  if (known === undefined) encoders.set(base, opening);
  return opening(task);
}

function known(states: ReadonlyMap<string, State>, id: string, { name }: Items): State {
  const state = states.get(id);
  if (state === undefined) throw new RangeError(`No state "${id}" in ${name}.`);
  return state;
}

async function stateOf(items: Items, id: string, task: Task): Promise<State> {
  const state = (await open(items, task)).find(({ state_id }) => state_id === id);
  if (state === undefined) throw new RangeError(`No state "${id}" in ${items.name}.`);
  return state;
}

async function beginThorough(items: Items, id: string, fast: TextEncoder, task: Task) {
  const analysis = analyse(await stateOf(items, id, task));
  const instant = await runInstant(analysis, fast, withoutProgress(task));
  const texts = thoroughTexts(analysis, instant);
  begun.set(id, { instant, texts });
  return { texts, query: texts.query, documents: texts.documents };
}

async function* counted<T>(list: AsyncIterable<T>, total: number, task: Task): AsyncGenerator<T> {
  let done = 0;
  for await (const one of list) {
    task.progress({ done, total, unit: 'states', note: 'Looking what is kept' });
    yield one;
    done += 1;
  }
}

/** The store is opened anew each time: other threads write to it. */
function unreadBy(
  reader: Reader,
  asks: AsyncIterable<Ask>,
  { count, task }: { count: Count | null; task: Task },
): Promise<Unread> {
  return reader.kind === 'encoder'
    ? unreadByEncoder(asks, reader.encoder, indexedDbStore(), count, task)
    : unreadByScorer(asks, reader.scorer, indexedDbStore(), count, task);
}

const api = {
  states: async (task: Task, items: Items): Promise<string[]> =>
    (await open(items, task)).map(({ state_id }) => state_id),

  /** `base` is the site's root where the static encoder is wanted, else null. */
  rank: async (
    task: Task,
    items: Items,
    request: SplitRequest,
    base: string | null,
  ): Promise<StateViews[]> => {
    const states = await open(items, task);
    return rankSplit(states, request, base === null ? null : await openEncoder(base, task), task);
  },

  detail: async (
    task: Task,
    items: Items,
    id: string,
    views: Pick<ViewChoice, 'name' | 'parameters' | 'form'>[],
    base: string | null,
  ): Promise<StateDetail> => {
    const state = await stateOf(items, id, task);
    const analysis = analyse(state);
    const form = views.find(({ name }) => name === 'dense')?.form;
    const vectors =
      base === null
        ? undefined
        : await denseVectors(state, await openEncoder(base, task), withoutProgress(task), form);
    const likeness = likenessTable(analysis.ids.length, wordLikeness(analysis));
    return { state, tieOrder: analysis.tieOrder, views: rankViews(analysis, views, vectors), likeness };
  },

  /** One state, for models that read in workers of their own. */
  state: (task: Task, items: Items, id: string): Promise<State> => stateOf(items, id, task),

  /** Which repository each state is of: what a draw by whole repositories needs. */
  repositories: async (task: Task, items: Items): Promise<{ id: string; repository: string }[]> =>
    (await open(items, task)).map(({ state_id, repo }) => ({ id: state_id, repository: repo })),

  /** A ranking's ids as unit numbers; with `whole`, the units that it leaves out follow by id. */
  firsts: async (task: Task, items: Items, rows: Prediction[], whole: boolean): Promise<FirstRanking[]> => {
    const states = new Map((await open(items, task)).map((state) => [state.state_id, state]));
    return rows.map(({ state_id, ranked_evidence_ids }) => {
      const state = known(states, state_id, items);
      const order = unitsOf(state, ranked_evidence_ids);
      return { id: state_id, order: whole ? wholePool(order, analyse(state).tieOrder) : order };
    });
  },

  /** A ranking spread by MMR, once for each lambda. */
  spread: async (task: Task, items: Items, rows: Prediction[], lambdas: number[]): Promise<Prediction[]> => {
    const states = new Map((await open(items, task)).map((state) => [state.state_id, state]));
    const analyser = new Analyser();
    const spread: Prediction[] = [];
    for (const [done, row] of rows.entries()) {
      task.progress({ done, total: rows.length, unit: 'states', note: 'MMR' });
      await task.checkpoint();
      const state = known(states, row.state_id, items);
      spread.push(...spreadRow(analyser.analyse(state), row, lambdas));
    }
    return spread;
  },

  /** What a model has not read yet of some states: what this browser keeps is left out. */
  unread: async (task: Task, items: Items, request: UnreadRequest): Promise<Unread> => {
    const asks = asksOf(request, (id) => stateOf(items, id, task));
    return unreadBy(request.reader, counted(asks, request.states.length * request.forms.length, task), {
      count: request.counted ? (await loadO200k()).count : null,
      task,
    });
  },

  /** The same for complement-fused, thorough: its texts come from the instant ranking. */
  thoroughUnread: async (
    task: Task,
    items: Items,
    ids: string[],
    base: string,
    reader: Reader,
  ): Promise<Unread> => {
    const fast = await openEncoder(base, task);
    async function* asks() {
      for (const id of ids) yield await beginThorough(items, id, fast, task);
    }
    return unreadBy(reader, counted(asks(), ids.length, task), { count: null, task });
  },

  /** Some states ranked once for each of some query forms: by words, or with `base` by the static encoder. */
  forms: async (
    task: Task,
    items: Items,
    ids: string[],
    by: FormRanker | { base: string },
    forms: readonly QueryForm[],
  ): Promise<Prediction[]> => {
    const ranker = typeof by === 'string' ? by : await openEncoder(by.base, task);
    const rows: Prediction[] = [];
    for (const [done, id] of ids.entries()) {
      task.progress({ done, total: ids.length, unit: 'states', note: 'Ranking' });
      await task.checkpoint();
      rows.push(...(await formRows(await stateOf(items, id, task), ranker, withoutProgress(task), forms)));
    }
    return rows;
  },

  /** complement-fused, thorough, first half: what a transformer is to read of one state. */
  leading: async (task: Task, items: Items, id: string, base: string): Promise<ThoroughTexts> => {
    const kept = begun.get(id);
    if (kept !== undefined) return kept.texts;
    return (await beginThorough(items, id, await openEncoder(base, task), task)).texts;
  },

  /** Reads a ranking made elsewhere and says what it would bring to this split. */
  read: async (task: Task, items: Items, file: File, format: Format, method: string): Promise<Imported> => {
    const states = await open(items, task);
    const split = new Map(states.map((state) => [state.state_id, indexState(state)]));
    const { rows, faults, preview } = await importRun(file, { file: file.name, format, method, split }, task);
    return { rows, preview, faults: faults.kept, errors: faults.errors };
  },

  /** Second half: the ranking, as ids. */
  thorough: async (
    task: Task,
    items: Items,
    id: string,
    query: Float32Array,
    documents: Float32Array[],
  ): Promise<string[]> => {
    const first = begun.get(id);
    if (first === undefined) throw new Error(`State "${id}" was not begun: ask for its leading units first.`);
    begun.delete(id);
    const analysis = analyse(await stateOf(items, id, task));
    const order = rankThorough(analysis, first.instant, first.texts, query, documents);
    return order.map((unit) => analysis.ids[unit] ?? '');
  },
};

export type RetrievalApi = typeof api;
export const server = serve(api);
