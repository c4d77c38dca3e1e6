import { digestWith, canonicalJson } from '$lib/complement/canonical';
import { add, expectState, NOTHING_EXPECTED, type Expected } from '$lib/complement/batch/dry-run';
import type { Configuration } from '$lib/complement/config/schema';
import type { ChatModel } from '$lib/complement/model';
import { callOf } from '$lib/complement/replay/replay-state';
import type { Call } from '$lib/complement/trace';
import { readBundle } from '$lib/complement/export/read-bundle';
import { nothingRecorded } from '$lib/complement/replay/recorded-model';
import { runState } from '$lib/complement/run/run-state';
import type { CallStore, RunSetting, StateResult } from '$lib/complement/run/types';
import { openDatabase } from '$lib/data/db';
import { loadO200k } from '$lib/data/o200k';
import { FaultList } from '$lib/serbench/fault';
import { readItems } from '$lib/serbench/reading/items';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { realClock } from '../limiter';
import { costBy } from '../prices';
import { IdbStore, SINGLE } from '../store/idb-store';
import { LIVE_CHANNEL, type LiveMessage } from './live';
import { Models } from './models';
import { isSiteEncoder } from './encoder-name';
import { encodersFor } from './encoders';
import { preparer } from './prepare';
import { siteEncoder } from './site-encoders';
import type { Access, DryRunRequest, ItemsFile, StateRequest } from './requests';
import { watched } from './watched';
import { unzipBundle } from './zip';

export const digest = digestWith(crypto.subtle);

export const settingOf = async (configuration: Configuration): Promise<RunSetting> => ({
  configuration,
  configurationSha256: await digest(canonicalJson(configuration)),
});

/** The sound states of a file, in order. Rows with faults are left out; they show on the page that loads files. */
export const statesOf = ({ items, name }: ItemsFile, task: Task): AsyncGenerator<State> =>
  readItems(items, name, new FaultList(), task);

/** The models of a run in the browser. */
export async function modelsFor(
  access: Access,
  configuration: Configuration,
  options: {
    stream: boolean;
    onText?: (part: string, from: number) => void;
    browser?: (model: string) => ChatModel;
  },
): Promise<{ models: Models; countTokens: (text: string) => number }> {
  const { count } = await loadO200k();
  const models = new Models({
    fetch: globalThis.fetch.bind(globalThis),
    clock: realClock,
    keys: access.keys,
    timeoutMs: configuration.decoding.timeoutMs,
    countTokens: count,
    pageOrigin: access.pageOrigin,
    ...options,
  });
  return { models, countTokens: count };
}

/** A state's result with what the page shows beside it; the live messages may come later or not at all. */
export interface StateRun {
  result: StateResult;
  /** Keys of the calls that were taken from a recording or the browser's store. */
  stored: string[];
  ranking: string[];
  tokens: Record<string, number>;
  spoke: string[];
}

/** Runs one state and tells the live channel of every stage as it ends. */
export async function runOne(
  task: Task,
  request: StateRequest,
  browser?: (model: string) => ChatModel,
): Promise<StateRun> {
  const { configuration, live } = request;
  const channel = new BroadcastChannel(LIVE_CHANNEL);
  const tell = (message: LiveMessage) => channel.postMessage(message);
  try {
    const state = await findState(request, request.stateId, task);
    const { models, countTokens } = await modelsFor(request, configuration, {
      stream: true,
      onText: (text, from) => tell({ live, kind: 'text', text, from }),
      ...(browser && { browser }),
    });
    const prepare = preparer(configuration, {
      countTokens,
      encoder: encodersFor(request.base, request.encoder, task),
      task,
    });
    const job = await prepare(state);
    const shown = { ranking: [...job.ranking], tokens: { ...job.tokens }, spoke: job.spoke };
    tell({ live, kind: 'prepared', ...shown });
    const known: string[] = [];
    const result = await runState(
      job,
      await settingOf(configuration),
      {
        modelFor: (ref, { stage }) =>
          request.recordedOnly
            ? nothingRecorded
            : watched(models.for(ref), (attempt) =>
                tell({ live, kind: 'asking', stage, attempt, attempts: configuration.decoding.attempts }),
              ),
        digest,
        calls: await storeFor(request),
        traced: (trace, stored) => {
          if (stored) known.push(trace.key);
          tell({ live, kind: 'trace', trace, stored });
        },
      },
      task.signal,
    );
    return { result, stored: known, ...shown };
  } finally {
    channel.close();
  }
}

/** Recorded calls first, then what the browser stored; a page without storage goes on in memory. */
async function storeFor(request: StateRequest): Promise<CallStore> {
  const recorded = request.recorded ? await recordedIn(request.recorded) : new Map<string, Call>();
  const kept = new IdbStore(openDatabase, SINGLE, () => new Date().toISOString());
  return {
    find: async (key) => {
      const known = recorded.get(key);
      if (request.recordedOnly) return known ?? null;
      const call = known ?? (await kept.find(key).catch(() => null));
      return call && request.fresh.includes(call.stage) ? null : call;
    },
    begin: async (key) => {
      const earlier = await kept.begin(key).catch(() => []);
      return request.fresh.length > 0 ? [] : earlier;
    },
    attempted: (call) => kept.attempted(call).catch(() => undefined),
    store: (call) => kept.store(call).catch(() => undefined),
    fail: (key, call) => kept.fail(key, call).catch(() => undefined),
  };
}

/** The calls of an exported run by key, after its replay was checked. */
async function recordedIn(zip: Blob): Promise<Map<string, Call>> {
  const run = await readBundle(await unzipBundle(zip), digest);
  const calls = run.outcomes.flatMap(({ traces }) => traces.map(callOf));
  return new Map(calls.map((call) => [call.key, call]));
}

async function findState(file: ItemsFile, stateId: string, task: Task): Promise<State> {
  for await (const state of statesOf(file, task)) if (state.state_id === stateId) return state;
  throw new Error(`${file.name} holds no sound state "${stateId}".`);
}

/** What a whole run will take, before the first call. */
export async function dryRun(task: Task, request: DryRunRequest): Promise<Expected> {
  const { count } = await loadO200k();
  // Which cards lead changes the count little, and refining them takes seconds a state.
  const { refine: _slow, ...rest } = request.configuration.ranking;
  // Nor does the dense view; an encoder that is not the site's may cost, or be away.
  const ranking = { ...rest, encoder: rest.encoder && isSiteEncoder(rest.encoder) ? rest.encoder : null };
  const prepare = preparer(
    { ...request.configuration, ranking },
    { countTokens: count, encoder: siteEncoder(request.base, task), task },
  );
  let total = NOTHING_EXPECTED;
  const only = request.chosen && new Set(request.chosen.stateIds);
  for await (const state of statesOf(request, task)) {
    if (only && !only.has(state.state_id)) continue;
    const expected = await expectState(
      await prepare(state),
      request.configuration,
      count,
      costBy(request.prices, Object.values(request.configuration.models)),
    );
    total = add(total, expected);
    task.progress({ done: total.states, total: only?.size ?? null, unit: 'states' });
    await task.checkpoint();
    if (total.states === only?.size) break;
  }
  return total;
}
