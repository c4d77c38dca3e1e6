import { canonicalJson } from '$lib/complement/canonical';
import { EMPTY_TALLY, type Batch } from '$lib/complement/batch/record';
import { countOutcomes, recount } from '$lib/complement/batch/recount';
import { runBatch, type BatchEnd } from '$lib/complement/batch/run-batch';
import { bundlePieces } from '$lib/complement/export/bundle';
import { readBundle, type ReplayedRun } from '$lib/complement/export/read-bundle';
import type { ChatModel } from '$lib/complement/model';
import { callOf } from '$lib/complement/replay/replay-state';
import { openDatabase } from '$lib/data/db';
import { loadO200k } from '$lib/data/o200k';
import type { Task } from '$lib/serbench/task';
import { costBy } from '../prices';
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

/** A batch as one zip: predictions, traces, contexts, configuration, counts. */
export async function exportBatch(key: string): Promise<Blob> {
  const batch = await getBatch(openDatabase, key);
  if (!batch) throw new Error('This batch is no longer stored.');
  const store = new IdbStore(openDatabase, key, now);
  const setting = await settingOf(batch.configuration);
  return zipPieces(bundlePieces(await store.outcomes(), batch.states, setting, store.find));
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
 * Takes an exported run in: its calls and outcomes are stored, so that a resume makes only what is missing.
 * Rejects, and stores nothing, when a state of the run is not in the split.
 */
export async function importRun(task: Task, run: ReplayedRun, split: ImportTarget): Promise<Batch> {
  const places = new Map<string, number>();
  for await (const state of statesOf(split, task)) places.set(state.state_id, places.size);
  const placed = run.outcomes.map(({ outcome, traces }) => {
    const index = places.get(outcome.state_id);
    if (index === undefined)
      throw new Error(
        `The run has the state ${outcome.state_id}, which is not in ${split.label}. Choose its split.`,
      );
    return { outcome: { ...outcome, index }, traces };
  });
  const key = await batchKey(run.setting.configurationSha256, split.itemsSha256);
  const store = new IdbStore(openDatabase, key, now);
  for (const { outcome, traces } of placed) {
    for (const trace of traces) await store.storeImported(callOf(trace));
    await store.putOutcome(outcome);
  }
  const batch: Batch = {
    format: 'complement-batch-1',
    key,
    splitKey: split.key,
    splitLabel: split.label,
    itemsSha256: split.itemsSha256,
    states: places.size,
    chosen: null,
    configuration: run.setting.configuration,
    configurationSha256: run.setting.configurationSha256,
    concurrency: 1,
    budget: { tokens: null, cost: null },
    status: placed.length === places.size ? 'done' : 'stopped',
    reason: placed.length === places.size ? '' : 'Imported; some states are missing.',
    tally: { ...EMPTY_TALLY, ...countOutcomes(await store.outcomes()) },
    unfinished: 0,
    createdAt: now(),
    updatedAt: now(),
  };
  await putBatch(openDatabase, batch);
  return batch;
}
