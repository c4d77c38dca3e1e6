import type { State } from '$lib/serbench/state';
import { runBatch, type BatchStore } from '$lib/complement/batch/run-batch';
import { EMPTY_TALLY } from '$lib/complement/batch/record';
import { sameModel } from '$lib/complement/config/defaults';
import { realClock } from '$lib/llm/limiter';
import { Models } from '$lib/llm/run/models';
import { startMock } from '../mock-llm/server';
import { digest, makeJob, makeState, scriptedConfiguration, setting } from '../unit/complement/fixtures';

export const name = 'complement: a batch against the mock';

const STATES = 500;
const CALLS = STATES * 3;
const LATENCY = 50;
const CONCURRENCY = 8;

async function* states(): AsyncGenerator<State> {
  for (let n = 0; n < STATES; n += 1)
    yield await Promise.resolve(makeState(40, { state_id: `s${n}`, issue: `Issue ${n}` }));
}

/** Keeps nothing: what memory is used is the batch's own. */
const blackHole: BatchStore = {
  find: () => Promise.resolve(null),
  begin: () => Promise.resolve([]),
  attempted: () => Promise.resolve(),
  fail: () => Promise.resolve(),
  store: () => Promise.resolve(),
  outcome: () => Promise.resolve(null),
  putOutcome: () => Promise.resolve(),
};

/** 500 states x 3 calls at 50 ms and concurrency 8: time over the ideal, and the heap's growth on the way. */
export async function run(report: (line: string) => void): Promise<void> {
  const mock = await startMock({ latencyMs: LATENCY, forget: true });
  const configuration = scriptedConfiguration();
  configuration.models = sameModel({ protocol: 'openai', url: mock.base('openai'), model: 'mock' });
  const models = new Models({
    fetch: globalThis.fetch,
    clock: realClock,
    keys: {},
    timeoutMs: 10_000,
    countTokens: (text) => text.length / 6,
    pageOrigin: '',
    stream: false,
  });
  const heaps: number[] = [];
  let seen = 0;
  const tally = { ...EMPTY_TALLY };
  const started = performance.now();
  await runBatch({
    states: states(),
    prepare: (state) => Promise.resolve(makeJob(state)),
    setting: await setting(configuration),
    tools: { modelFor: models.for, digest },
    store: blackHole,
    concurrency: CONCURRENCY,
    budget: { tokens: null, cost: null },
    costOf: () => null,
    countTokens: (text) => text.length / 6,
    tally,
    paused: () => null,
    update: () => {
      seen += 1;
      if (seen % 100 === 0) heaps.push(process.memoryUsage().heapUsed / 1e6);
    },
    signal: new AbortController().signal,
  });
  const ideal = (CALLS * LATENCY) / CONCURRENCY;
  const took = performance.now() - started;
  const bare = await bareFetches(mock.base('openai'));
  await mock.close();
  if (tally.calls !== CALLS) throw new Error(`${tally.calls} calls were made, not ${CALLS}: no fair ratio.`);
  report(
    `${CALLS} calls at ${LATENCY} ms, concurrency ${CONCURRENCY}: ${(took / ideal).toFixed(2)} x the ideal time (target 1.3)`,
  );
  report(
    `bare fetches of the same number to the same mock: ${(bare / ideal).toFixed(2)} x; a busy machine raises both`,
  );
  report(`heap after each 100 states, MB: ${heaps.map((heap) => heap.toFixed(0)).join(', ')}`);
}

/** What this machine needs for the same requests without any of our work. */
async function bareFetches(base: string): Promise<number> {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(8000) }] });
  let left = CALLS;
  const started = performance.now();
  const work = async () => {
    while (left-- > 0) await (await fetch(`${base}/chat/completions`, { method: 'POST', body })).json();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return performance.now() - started;
}
