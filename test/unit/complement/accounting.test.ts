import { describe, expect, it } from 'vitest';
import { accountOf, accountStates, NOTHING_USED, sum } from '$lib/complement/account';
import { accountTable, meanPerState } from '$lib/complement/account-table';
import type { RunAccounting } from '$lib/complement/accounting';
import type { Outcome } from '$lib/complement/batch/record';
import { auditOf } from '$lib/complement/export/audit';
import { bundlePieces } from '$lib/complement/export/bundle';
import { readBundle } from '$lib/complement/export/read-bundle';
import { sameModel } from '$lib/complement/config/defaults';
import type { ChatModel, Usage } from '$lib/complement/model';
import { toCsv } from '$lib/table/csv';
import { ABOUT, batch, states, STATES } from './batch-fixtures';
import { digest, scriptedConfiguration, setting } from './fixtures';
import { duplicates, lazy, prose } from './scripts';

const used = (model: ChatModel, usage: Usage, latencyMs = 7): ChatModel => ({
  complete: async (request, signal) => {
    const outcome = await model.complete(request, signal);
    return outcome.ok ? { ok: true, reply: { ...outcome.reply, usage, latencyMs } } : outcome;
  },
});

const billed = { protocol: 'openai', url: 'https://host.example/v1', model: 'm' } as const;

async function account(
  model: ChatModel,
  costOf = (_ref: unknown, usage: Usage): number | null => (usage.input ?? 0) / 1000,
) {
  const configuration = { ...scriptedConfiguration(), models: sameModel(billed) };
  const { store, input } = await batch({ model, setting: await setting(configuration) });
  const outcomes = [...store.outcomes.values()];
  const tools = { costOf, countTokens: () => 50 };
  return { outcomes, store, input, run: await accountOf(outcomes, store.find, input.setting, tools) };
}

describe('the accounting of a run', () => {
  it('sums what the calls used over the scored states', async () => {
    const { run } = await account(used(lazy, { input: 100, output: 10, cached: 0 }));
    expect(run).toEqual({
      states: STATES,
      calls: 3 * STATES,
      attempts: 3 * STATES,
      fallbackStates: 0,
      fallbackCalls: 0,
      normalisedCalls: 0,
      // One id where 8, 17 (all others) and 4 were asked.
      shortCalls: 3 * STATES,
      filledCalls: 3 * STATES,
      inputTokens: 300 * STATES,
      outputTokens: 30 * STATES,
      cost: expect.closeTo(0.3 * STATES, 9),
      latencyMs: 21 * STATES,
      contextTokens: 400 * STATES,
      returnedSizes: { 4: STATES },
    } satisfies RunAccounting);
    expect(meanPerState(run, 'inputTokens')).toBe(300);
    expect(meanPerState(run, 'cost')).toBeCloseTo(0.3, 12);
    expect(meanPerState(NOTHING_USED, 'calls')).toBeNull();
  });

  it('counts every attempt, and the states and calls that fell back', async () => {
    const { run } = await account(used(prose, { input: 100, output: 10, cached: 0 }));
    expect(run).toMatchObject({
      calls: 3 * STATES,
      attempts: 9 * STATES,
      fallbackStates: STATES,
      fallbackCalls: 3 * STATES,
      shortCalls: 0,
      filledCalls: 0,
      inputTokens: 900 * STATES,
      returnedSizes: { 8: STATES },
    });
  });

  it('tells repeated ids, taken out, from short answers', async () => {
    // Four names, two of them once more: the proposal has three ids of eight.
    const { run } = await account(used(duplicates, { input: 1, output: 1, cached: 0 }));
    expect(run).toMatchObject({ normalisedCalls: 3 * STATES, filledCalls: 3 * STATES });
    // Five names were given where the finalization asks four: completed, and not short.
    expect(run.shortCalls).toBe(2 * STATES);
  });

  it('counts itself what a provider does not, and leaves an unknown cost unknown', async () => {
    const quiet = { input: null, output: null, cached: null };
    const { run } = await account(used(lazy, quiet));
    // Two messages and an answer of fifty tokens each.
    expect([run.inputTokens, run.outputTokens]).toEqual([300 * STATES, 150 * STATES]);
    const { run: unpriced } = await account(used(lazy, quiet), () => null);
    expect([unpriced.cost, meanPerState(unpriced, 'cost')]).toEqual([null, null]);
    expect(sum(run, unpriced).cost).toBeNull();
  });

  it('leaves failed states out, and gives one line a state that adds up to the run', async () => {
    const { outcomes, store, input, run } = await account(used(lazy, { input: 100, output: 10, cached: 0 }));
    const failed: Outcome = { ...outcomes[0]!, status: 'failed', reason: 'HTTP 500', rows: [] };
    const tools = { costOf: () => 0.5, countTokens: () => 0 };
    const some = await accountOf([failed, ...outcomes.slice(1)], store.find, input.setting, tools);
    expect([some.states, some.calls]).toEqual([STATES - 1, 3 * (STATES - 1)]);
    const lines = [];
    for await (const line of accountStates(outcomes, store.find, input.setting, tools)) lines.push(line);
    expect(lines.map(({ account }) => account).reduce(sum, NOTHING_USED)).toEqual({
      ...run,
      cost: 1.5 * STATES,
    });
    const csv = toCsv(accountTable(lines, 'note')).split('\n');
    expect(csv[0]).toMatch(/^State,Calls,Attempts,/);
    expect(csv[1]).toBe('s0,3,3,0,0,3,3,300,30,400,4,21,1.5');
    expect(csv).toHaveLength(STATES + 2);
  });
});

describe('run.json', () => {
  const runOf = async (model = lazy) => {
    const { store, input } = await batch({ model });
    const files = new Map<string, string>();
    const outcomes = [...store.outcomes.values()];
    for await (const { file, text } of bundlePieces(outcomes, STATES, input.setting, store.find, ABOUT))
      files.set(file, (files.get(file) ?? '') + text);
    return { files, run: JSON.parse(files.get('run.json') ?? '') as Record<string, unknown> };
  };

  it('says where the run comes from, what it used, and what was looked up of it', async () => {
    const { run } = await runOf();
    expect(run).toMatchObject({
      ...ABOUT.origin,
      scored: STATES,
      accounting: { states: STATES, calls: 3 * STATES, filledCalls: 3 * STATES },
      audit: {
        rows: 3 * STATES,
        one_row_per_state: true,
        ids_in_pool: true,
        ids_once: true,
        within_ceiling: true,
        calls_by_stage: { proposal: STATES, expansion: STATES, finalization: STATES },
        labels: 'not read',
      },
    });
  });

  it('of an export from before it said so is read as ever', async () => {
    const { files, run } = await runOf();
    const {
      items_sha256: _items,
      program: _program,
      accessed: _accessed,
      accounting: _a,
      audit: _b,
      ...old
    } = run;
    expect(Object.keys(old)).toEqual([
      'format',
      'method',
      'configuration_sha256',
      'states',
      'scored',
      'failed',
      'not_run',
      'fallbacks',
    ]);
    const read = await readBundle(new Map(files).set('run.json', JSON.stringify(old)), digest);
    expect(read.identical).toBe(true);
  });

  it('does not call sound what is not', async () => {
    const { store, input } = await batch();
    const outcomes = [...store.outcomes.values()];
    const audited = (change: (outcome: Outcome) => unknown) => {
      const copy = structuredClone(outcomes);
      change(copy[3]!);
      return auditOf(copy, input.setting);
    };
    expect(states()).toHaveLength(STATES);
    const row = (outcome: Outcome) => outcome.rows[0]!;
    expect(audited((one) => row(one).ranked_evidence_ids.push('elsewhere')).ids_in_pool).toBe(false);
    expect(
      audited((one) => row(one).ranked_evidence_ids.push(row(one).ranked_evidence_ids[0]!)).ids_once,
    ).toBe(false);
    expect(audited((one) => (row(one).source_tokens = 6145)).within_ceiling).toBe(false);
    expect(audited((one) => one.rows.pop()).one_row_per_state).toBe(false);
    expect(audited((one) => (row(one).state_id = 's4')).one_row_per_state).toBe(false);
  });
});
