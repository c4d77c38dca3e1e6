import { digestWith } from '$lib/complement/canonical';
import { recount, type Stored } from '$lib/complement/batch/recount';
import type { Tally } from '$lib/complement/batch/record';
import { runBatch, type BatchEnd, type BatchStore } from '$lib/complement/batch/run-batch';
import { rowsOf } from '$lib/complement/export/bundle';
import type { ChatModel } from '$lib/complement/model';
import { predictionLines } from '$lib/complement/prediction-row';
import { wordCover } from '$lib/complement/scripted/word-cover';
import type { Attempt, Call } from '$lib/complement/trace';
import { makeJob, makeState, scriptedConfiguration, setting } from '../unit/complement/fixtures';

/** What every store of a run promises, observed from outside: the same over memory, files and a real IndexedDB. */
export type ContractStore = BatchStore & Stored;

const USED = { input: 100, output: 10, cached: null };

const attempt = (verdict: string, input: number | null = 100): Attempt => ({
  verdict,
  message: '',
  text: '',
  raw: '',
  raw_sha256: '',
  finish: 'stop',
  rung: 'prompt',
  max_output_tokens: 64,
  usage: { input, output: input === null ? null : 10, cached: null },
  latency_ms: 0,
  reported_model: null,
});

const call = (name: string, attempts: Attempt[]): Call => ({
  format: 'complement-call-1',
  key: name.repeat(64).slice(0, 64),
  state_id: `state-${name}`,
  stage: 'proposal',
  model: { protocol: 'openai', url: 'https://host.example/v1', model: 'm' },
  messages: [{ role: 'user', content: 'question' }],
  attempts,
});

const price = (_ref: unknown, usage: { input: number | null }) =>
  usage.input === null ? null : usage.input / 1024;
const count = (store: Stored): Promise<Tally> => recount(store, price, () => 0);

/** Single operations: what is found, what is counted. */
export async function observeOperations(open: () => Promise<ContractStore>): Promise<unknown> {
  const seen: Record<string, unknown> = {};
  const store = await open();
  const a = call('a', [attempt('usable')]);
  seen['nothing is found at first'] = await store.find(a.key);
  seen['a new call has no earlier attempts'] = await store.begin(a.key);
  await store.store(a);
  seen['a stored call is found'] = JSON.stringify(await (await open()).find(a.key)) === JSON.stringify(a);

  const b = call('b', [attempt('not JSON')]);
  await store.begin(b.key);
  await store.attempted(b);
  seen['an unfinished call is not found'] = await store.find(b.key);
  seen['its attempt is counted'] = await spent(store);
  const later = await open();
  seen['and is handed to the next session'] = (await later.begin(b.key)).map(({ verdict }) => verdict);
  await later.fail(b.key, null);
  seen['taking back the note leaves it'] = (await later.begin(b.key)).length;
  await later.store(call('b', [attempt('not JSON'), attempt('usable')]));
  seen['the finished call counts it once'] = await spent(later);
  seen['and leaves nothing behind'] = (await later.begin(b.key)).length;
  await later.store(call('b', [attempt('not JSON'), attempt('usable')]));

  const c = call('c', [attempt('timeout', null), attempt('prompt-cut')]);
  await store.begin(c.key);
  await store.attempted(call('c', [attempt('timeout', null)]));
  await store.fail(c.key, c);
  seen['a failed call is not found'] = await store.find(c.key);
  seen['what it used is counted'] = await spent(store);
  seen['it starts anew'] = (await store.begin(c.key)).length;
  await store.fail(c.key, call('c', [attempt('prompt-cut')]));
  seen['failing twice is counted twice'] = await spent(store);
  return seen;
}

const spent = async (store: Stored) => {
  const { calls, inputTokens, outputTokens, cost } = await count(store);
  return { calls, inputTokens, outputTokens, cost };
};

/** Of every call's attempts the first cannot be used; the k-th request never comes back, as in a closed tab. */
class Refusing implements ChatModel {
  answered = 0;
  readonly made = new Map<string, number>();
  constructor(
    readonly killAt: number,
    readonly killed: () => void,
  ) {}
  complete: ChatModel['complete'] = async (request, signal) => {
    if (this.answered === this.killAt) {
      this.killed();
      return new Promise(() => undefined);
    }
    this.answered += 1;
    const text = request.messages[1]?.content ?? '';
    this.made.set(text, (this.made.get(text) ?? 0) + 1);
    const outcome = await wordCover.complete(request, signal);
    if (!outcome.ok) return outcome;
    const again = text.includes('Your last reply could not be used.');
    return { ok: true, reply: { ...outcome.reply, ...(again ? {} : { text: 'Well.' }), usage: USED } };
  };
}

const STATES = 4;
/** Requests of a whole run: two attempts of each of three calls. */
export const REQUESTS = STATES * 3 * 2;

async function run(store: ContractStore, model: ChatModel): Promise<{ end: BatchEnd; tally: Tally }> {
  const states = Array.from({ length: STATES }, (_, n) =>
    makeState(20, { state_id: `s${n}`, issue: `I${n}` }),
  );
  async function* stream() {
    for (const state of states) yield await Promise.resolve(state);
  }
  const tally = await count(store);
  const end = await runBatch({
    states: stream(),
    prepare: (state) => Promise.resolve(makeJob(state)),
    setting: await setting(scriptedConfiguration()),
    tools: { modelFor: () => model, digest: digestWith(crypto.subtle) },
    store,
    concurrency: 1,
    budget: { tokens: null, cost: null },
    costOf: price,
    countTokens: () => 0,
    tally,
    paused: () => null,
    update: () => undefined,
    signal: new AbortController().signal,
  });
  return { end, tally };
}

/** A run that is killed at request k and resumed by another session. */
export async function observeKill(open: () => Promise<ContractStore>, k: number): Promise<unknown> {
  const dying: { model: Refusing | null } = { model: null };
  await new Promise<void>((killed) => {
    dying.model = new Refusing(k, killed);
    const { model } = dying;
    void open().then((store) => run(store, model));
  });
  const atDeath = await count(await open());
  const second = new Refusing(Infinity, () => undefined);
  const { end, tally } = await run(await open(), second);
  const store = await open();
  const made = [...(dying.model?.made ?? []), ...second.made];
  const counted = await count(store);
  return {
    end: end.status,
    paidAtDeath: [atDeath.calls, atDeath.inputTokens, atDeath.cost],
    requests: made.length,
    twice: made.filter(([text], place) => made.findIndex(([other]) => other === text) !== place).length,
    tally: [tally.calls, tally.inputTokens, tally.cost, tally.scored],
    recounted: [counted.calls, counted.inputTokens, counted.cost, counted.scored],
    predictions: await hash(predictionLines(rowsOf(await store.outcomes()))),
  };
}

const hash = digestWith(crypto.subtle);

/** What `observeOperations` sees of a sound store. */
export const OPERATIONS = {
  'nothing is found at first': null,
  'a new call has no earlier attempts': [],
  'a stored call is found': true,
  'an unfinished call is not found': null,
  'its attempt is counted': { calls: 2, inputTokens: 200, outputTokens: 20, cost: 200 / 1024 },
  'and is handed to the next session': ['not JSON'],
  'taking back the note leaves it': 1,
  'the finished call counts it once': { calls: 3, inputTokens: 300, outputTokens: 30, cost: 300 / 1024 },
  'and leaves nothing behind': 0,
  'a failed call is not found': null,
  'what it used is counted': { calls: 5, inputTokens: 400, outputTokens: 40, cost: 400 / 1024 },
  'it starts anew': 0,
  'failing twice is counted twice': { calls: 6, inputTokens: 500, outputTokens: 50, cost: 500 / 1024 },
};

/** What `observeKill` sees: k requests were paid at death, and the whole in the end, each once. */
export const killed = (k: number, predictions: string) => ({
  end: 'done',
  paidAtDeath: [k, 100 * k, k === 0 ? null : (100 * k) / 1024],
  requests: REQUESTS,
  twice: 0,
  tally: [REQUESTS, 100 * REQUESTS, (100 * REQUESTS) / 1024, STATES],
  recounted: [REQUESTS, 100 * REQUESTS, (100 * REQUESTS) / 1024, STATES],
  predictions,
});

/** The predictions of a run that nobody killed. */
export async function wholePredictions(store: ContractStore): Promise<string> {
  await run(store, new Refusing(Infinity, () => undefined));
  return hash(predictionLines(rowsOf(await store.outcomes())));
}
