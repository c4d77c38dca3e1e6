import { accountStates, NOTHING_USED, sum, type StateAccount } from '$lib/complement/account';
import type { RunAccounting } from '$lib/complement/accounting';
import { canonicalJson } from '$lib/complement/canonical';
import { EMPTY_TALLY, type Batch } from '$lib/complement/batch/record';
import { countOutcomes, recount } from '$lib/complement/batch/recount';
import { runBatch, type BatchEnd } from '$lib/complement/batch/run-batch';
import { bundlePieces } from '$lib/complement/export/bundle';
import { readBundle, type ReplayedRun } from '$lib/complement/export/read-bundle';
import { contradicts, type Placed } from '$lib/complement/export/take-in';
import type { ChatModel } from '$lib/complement/model';
import { checkAgainstState } from '$lib/complement/replay/check-state';
import { callOf } from '$lib/complement/replay/replay-state';
import { openDatabase } from '$lib/data/db';
import { loadO200k } from '$lib/data/o200k';
import type { Task } from '$lib/serbench/task';
import { VERSION } from '$lib/version';
import { costBy, type Price } from '../prices';
import { getBatch, IdbStore, putBatch } from '../store/idb-store';
import { encodersFor } from './encoders';
import { BATCH_CHANNEL, BATCH_LOCK } from './live';
import { preparer } from './prepare';
import type { BatchRequest, ItemsFile } from './requests';
import { digest, modelsFor, settingOf, statesOf } from './service';
import { unzipBundle, zipPieces } from './zip';

const now = () => new Date().toISOString();

/** Reasons to pause, by batch: set by the page, read before every call. */
const pauses = new Set<string>();

/** Lets the calls under way end, starts no other. */
export function pauseBatch(key: string): void {
  pauses.add(key);
}

/** Identity of a batch: the same configuration over the same items is the same batch. */
export const batchKey = (configurationSha256: string, itemsSha256: string): Promise<string> =>
  digest(canonicalJson({ configurationSha256, itemsSha256 }));

/**
 * Starts or resumes a batch; one tab of the site at a time, by a Web Lock. `busy` when another one runs a batch.
 * The record is written after every state, so that other tabs can watch.
 */
export async function startBatch(
  task: Task,
  request: BatchRequest,
  browser?: (model: string) => ChatModel,
): Promise<Batch | 'busy'> {
  return navigator.locks.request(BATCH_LOCK, { ifAvailable: true }, (lock) =>
    lock === null ? ('busy' as const) : run(task, request, browser),
  );
}

async function run(
  task: Task,
  request: BatchRequest,
  browser?: (model: string) => ChatModel,
): Promise<Batch> {
  const setting = await settingOf(request.configuration);
  const key = await batchKey(setting.configurationSha256, request.itemsSha256);
  pauses.delete(key);
  const { count } = await loadO200k();
  const cost = costBy(request.prices, Object.values(request.configuration.models));
  const store = new IdbStore(openDatabase, key, now);
  const earlier = await getBatch(openDatabase, key);
  const channel = new BroadcastChannel(BATCH_CHANNEL);
  const batch: Batch = {
    format: 'complement-batch-1',
    key,
    splitKey: request.splitKey,
    splitLabel: request.splitLabel,
    itemsSha256: request.itemsSha256,
    states: request.states,
    chosen: request.chosen,
    configuration: request.configuration,
    configurationSha256: setting.configurationSha256,
    concurrency: request.concurrency,
    budget: request.budget,
    status: 'running',
    reason: '',
    tally: await recount(store, cost, count),
    unfinished: (earlier?.unfinished ?? 0) + (await store.unfinished()),
    createdAt: earlier?.createdAt ?? now(),
    updatedAt: now(),
  };
  const only = request.chosen && new Set(request.chosen.stateIds);
  const asked = only?.size ?? batch.states;
  let finished = await finishedOf(store, only);
  const write = async () => {
    batch.updatedAt = now();
    await putBatch(openDatabase, batch);
    channel.postMessage(key);
    task.progress({ done: finished, total: asked, unit: 'states' });
  };
  await store.clearUnfinished();
  await write();
  try {
    const { models, countTokens } = await modelsFor(request, request.configuration, {
      stream: false,
      ...(browser && { browser }),
    });
    const end: BatchEnd = await runBatch({
      states: statesOf(request, task),
      only,
      prepare: preparer(request.configuration, {
        countTokens,
        encoder: encodersFor(request.base, request.encoder, task),
        task,
      }),
      setting,
      tools: { modelFor: models.for, digest },
      store,
      concurrency: request.concurrency,
      budget: request.budget,
      costOf: cost,
      countTokens,
      tally: batch.tally,
      paused: () => (pauses.has(key) ? 'Paused.' : null),
      update: () => {
        finished += 1;
        return write();
      },
      signal: task.signal,
    });
    batch.status = end.status === 'done' ? 'done' : pauses.has(key) ? 'paused' : 'stopped';
    batch.reason = end.status === 'done' ? '' : end.reason;
  } catch (error) {
    batch.status = 'stopped';
    batch.reason = error instanceof Error ? error.message : String(error);
  }
  await write();
  channel.close();
  return batch;
}

/** How many of the states to run are scored already: a failed one is run again. */
async function finishedOf(store: IdbStore, only: ReadonlySet<string> | null): Promise<number> {
  const scored = (await store.outcomes()).filter(({ status }) => status === 'scored');
  return scored.filter(({ state_id }) => only === null || only.has(state_id)).length;
}

/** A stored batch with what its export and its accounting read. */
export async function stored(key: string, prices: readonly Price[]) {
  const batch = await getBatch(openDatabase, key);
  if (!batch) throw new Error('This batch is no longer stored.');
  const { count } = await loadO200k();
  const store = new IdbStore(openDatabase, key, now);
  return {
    batch,
    store,
    outcomes: await store.outcomes(),
    setting: await settingOf(batch.configuration),
    tools: { costOf: costBy(prices, Object.values(batch.configuration.models)), countTokens: count },
  };
}

/** A batch as one zip: predictions, traces, contexts, configuration, counts; costs at the given prices. */
export async function exportBatch(key: string, prices: readonly Price[]): Promise<Blob> {
  const { batch, store, outcomes, setting, tools } = await stored(key, prices);
  const origin = {
    items_sha256: batch.itemsSha256,
    program: VERSION,
    accessed: { first: batch.createdAt, last: batch.updatedAt },
  };
  return zipPieces(bundlePieces(outcomes, batch.states, setting, store.find, { origin, tools }));
}

/** What a batch used, in all and state by state, at the given prices. */
export async function accountBatch(
  task: Task,
  key: string,
  prices: readonly Price[],
): Promise<{ run: RunAccounting; states: StateAccount[] }> {
  const { store, outcomes, setting, tools } = await stored(key, prices);
  const states: StateAccount[] = [];
  for await (const state of accountStates(outcomes, store.find, setting, tools)) {
    states.push(state);
    task.progress({ done: states.length, total: outcomes.length, unit: 'states' });
    await task.checkpoint();
  }
  return { run: states.map(({ account }) => account).reduce(sum, NOTHING_USED), states };
}

/** Reads an exported zip and replays it; nothing is sent anywhere. */
export const replayBlob = async (blob: Blob): Promise<ReplayedRun> =>
  readBundle(await unzipBundle(blob), digest);

/** The split that an imported run is said to belong to. */
export interface ImportTarget extends ItemsFile {
  key: string;
  label: string;
  itemsSha256: string;
}

/**
 * Takes an exported run in: its calls and outcomes are stored, so that a resume makes only what is missing. Every
 * state is checked against the split's text first. Where the browser holds other answers to the same calls, the run is
 * stored beside them under a key of its own: an own call, state or tally is never overwritten. Rejects, and stores
 * nothing, when a state of the run is not that of the split.
 */
export async function importRun(task: Task, run: ReplayedRun, split: ImportTarget): Promise<Batch> {
  const { placed, states } = await placeIn(task, run, split);
  const ownKey = await batchKey(run.setting.configurationSha256, split.itemsSha256);
  const beside = await contradicts(placed, new IdbStore(openDatabase, ownKey, now));
  const key = beside ? await digest(canonicalJson({ ownKey, imported: answersOf(run) })) : ownKey;
  const earlier = await getBatch(openDatabase, key);
  if (earlier?.status === 'running' && (await isLocked()))
    throw new Error('This run is under way in this browser. Pause it, then import again.');
  const store = new IdbStore(openDatabase, key, now);
  for (const { outcome, traces } of placed) {
    for (const trace of traces) await store.storeImported(callOf(trace), beside);
    if ((await store.outcome(outcome.state_id))?.status !== 'scored') await store.putOutcome(outcome);
  }
  const counts = countOutcomes(await store.outcomes());
  const missing = states - counts.scored;
  const batch: Batch = {
    format: 'complement-batch-1',
    key,
    splitKey: split.key,
    splitLabel: split.label,
    itemsSha256: split.itemsSha256,
    states,
    chosen: earlier?.chosen ?? null,
    configuration: run.setting.configuration,
    configurationSha256: run.setting.configurationSha256,
    concurrency: earlier?.concurrency ?? 1,
    budget: earlier?.budget ?? { tokens: null, cost: null },
    // What stands beside an own run is not resumed: a resume goes on with the own one.
    status: missing === 0 || beside ? 'done' : 'stopped',
    reason: reasonOf(missing, beside),
    tally: { ...(earlier?.tally ?? EMPTY_TALLY), ...counts },
    unfinished: earlier?.unfinished ?? 0,
    createdAt: earlier?.createdAt ?? now(),
    updatedAt: now(),
  };
  await putBatch(openDatabase, batch);
  return batch;
}

function reasonOf(missing: number, beside: boolean): string {
  const lacks = missing === 0 ? '' : `; ${missing} states are missing`;
  if (beside)
    return `Imported beside what this browser holds: it has other answers to the same calls${lacks}.`;
  return missing === 0 ? '' : `Imported${lacks}.`;
}

/** What tells one imported run from another of the same configuration and items. */
const answersOf = ({ outcomes }: ReplayedRun) =>
  outcomes.flatMap(({ traces }) =>
    traces.map(({ key, attempts }) => [key, ...attempts.map(({ text, raw_sha256 }) => [text, raw_sha256])]),
  );

const isLocked = async () =>
  ((await navigator.locks.query()).held ?? []).some((lock) => lock.name === BATCH_LOCK);

/** The states of a run at their places in the split, each checked against the split's text. */
async function placeIn(
  task: Task,
  run: ReplayedRun,
  split: ImportTarget,
): Promise<{ placed: Placed[]; states: number }> {
  const { count } = await loadO200k();
  const open = new Map(run.outcomes.map((entry) => [entry.outcome.state_id, entry]));
  const placed: Placed[] = [];
  let states = 0;
  for await (const state of statesOf(split, task)) {
    const index = states++;
    const found = open.get(state.state_id);
    if (!found) continue;
    open.delete(state.state_id);
    const recorded = { context: found.outcome.context, traces: found.traces };
    await checkAgainstState(state, recorded, run.setting, { digest, countTokens: count });
    placed.push({ outcome: { ...found.outcome, index }, traces: found.traces });
    task.progress({ done: placed.length, total: run.outcomes.length, unit: 'states' });
    await task.checkpoint();
  }
  const [absent] = open.keys();
  if (absent !== undefined)
    throw new Error(`The run has the state ${absent}, which is not in ${split.label}. Choose its split.`);
  return { placed, states };
}
