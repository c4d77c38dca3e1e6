import { describe, expect, it } from 'vitest';
import { MemoryStore } from '$lib/complement/batch/memory-store';
import { bundlePieces } from '$lib/complement/export/bundle';
import { readBundle, type ReplayedRun } from '$lib/complement/export/read-bundle';
import { contradicts } from '$lib/complement/export/take-in';
import { checkAgainstState } from '$lib/complement/replay/check-state';
import { callOf } from '$lib/complement/replay/replay-state';
import type { Context } from '$lib/complement/run/types';
import type { Trace } from '$lib/complement/trace';
import { ABOUT, STATES, batch, states } from './batch-fixtures';
import { digest, makeState } from './fixtures';
import { lazy } from './scripts';

async function exported(over: Parameters<typeof batch>[0] = {}): Promise<Map<string, string>> {
  const { store, input } = await batch(over);
  const found = new Map<string, string>();
  const outcomes = [...store.outcomes.values()];
  for await (const { file, text } of bundlePieces(outcomes, STATES, input.setting, store.find, ABOUT))
    found.set(file, (found.get(file) ?? '') + text);
  return found;
}

const lines = (text: string | undefined) => (text ?? '').split('\n').filter((line) => line !== '');

/** The export with its n-th trace changed. */
async function forged(n: number, change: (trace: Trace) => void): Promise<Map<string, string>> {
  const files = await exported();
  const traces = lines(files.get('traces.jsonl')).map((line) => JSON.parse(line) as Trace);
  const trace = traces[n];
  if (trace) change(trace);
  files.set('traces.jsonl', traces.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return files;
}

describe('an export whose trace was changed by hand is refused', () => {
  it.each<[string, (trace: Trace) => unknown, string]>([
    ['another key', (trace) => (trace.key = 'a'.repeat(64)), 'its key is not that of'],
    ['another prompt', (trace) => (trace.messages[1]!.content += ' '), 'its key is not that of'],
    ['a further message', (trace) => trace.messages.push(trace.messages[0]!), 'its key is not that of'],
    ['another model', (trace) => (trace.model.model = 'dearer'), 'model is not the configuration'],
    ['another protocol', (trace) => (trace.model.protocol = 'openai'), 'model is not the configuration'],
    ['another method', (trace) => (trace.method = 'ssr'), 'made by the method ssr'],
    ['usage beyond any attempt', (trace) => (trace.attempts[0]!.usage.input = 9e14), 'more tokens'],
    ['another "missing"', (trace) => (trace.missing += 'x'), '"missing" does not follow'],
    ['ids said to be dropped', (trace) => trace.dropped.push({ id: 'x', reason: 'unknown' }), '"dropped"'],
    ['ids said to be filled', (trace) => trace.filled.push('x'), '"filled"'],
    ['a fallback that was none', (trace) => (trace.fallback = true), '"fallback"'],
    ['no hash of the reply', (trace) => (trace.attempts[0]!.raw_sha256 = ''), 'SHA-256'],
    [
      'more attempts than it may have',
      (trace) => trace.attempts.unshift(...Array(3).fill({ ...trace.attempts[0]!, verdict: 'empty' })),
      '4 attempts of 3',
    ],
    [
      'a state that has no context',
      (trace) => (trace.state_id = 'elsewhere'),
      's1: no trace of the expansion',
    ],
  ])('%s', async (_name, change, message) => {
    await expect(readBundle(await forged(4, change), digest)).rejects.toThrow(message);
  });

  it('a trace too many, a context too many, a trace of nobody', async () => {
    const files = await exported();
    const [first = ''] = lines(files.get('traces.jsonl'));
    const traces = files.get('traces.jsonl') ?? '';
    const stray = first.replace('"state_id":"s0"', '"state_id":"s99"');
    await expect(
      readBundle(new Map(files).set('traces.jsonl', traces + `${first}\n`), digest),
    ).rejects.toThrow('none of its stages asks for');
    await expect(
      readBundle(new Map(files).set('traces.jsonl', traces + `${stray}\n`), digest),
    ).rejects.toThrow('s99 has no line in contexts.jsonl');
    const contexts = files.get('contexts.jsonl') ?? '';
    await expect(
      readBundle(new Map(files).set('contexts.jsonl', `${contexts}${lines(contexts)[0] ?? ''}\n`), digest),
    ).rejects.toThrow('s0 stands there twice');
  });

  it('a ranking outside its pool, and a unit without a count, are faults of the file', async () => {
    const files = await exported();
    for (const [change, message] of [
      [(context: Context) => (context.ranking[0] = 'elsewhere'), 'names elsewhere, which is not in its pool'],
      [(context: Context) => (context.tokens = {}), 'No token count for evidence-'],
      [
        (context: Context) => delete context.tokens['evidence-0024'],
        'No token count for evidence-0024 of s0',
      ],
    ] as const) {
      const contexts = lines(files.get('contexts.jsonl')).map((line) => JSON.parse(line) as Context);
      change(contexts[0]!);
      const text = contexts.map((line) => `${JSON.stringify(line)}\n`).join('');
      await expect(readBundle(new Map(files).set('contexts.jsonl', text), digest)).rejects.toMatchObject({
        name: 'ReplayFault',
        message: expect.stringContaining(message),
      });
    }
  });
});

describe('an imported run is bound to the items', () => {
  const check = async (state: ReturnType<typeof makeState>, count = 100) => {
    const run = await readBundle(await exported(), digest);
    const { outcome, traces } = run.outcomes[0]!;
    return checkAgainstState(state, { context: outcome.context, traces }, run.setting, {
      digest,
      countTokens: () => count,
    });
  };
  const own = () => states()[0]!;

  it('is taken over the state that it was made of', async () => {
    await expect(check(own())).resolves.toBeUndefined();
  });
  it.each<[string, () => Promise<void>, string]>([
    ['other state text', () => check({ ...own(), issue: 'Another issue' }), 'the prompts of the run'],
    [
      'another unit text',
      () =>
        check(
          makeState(25, {
            state_id: 's0',
            issue: 'Issue 0',
            candidate_evidence: own().candidate_evidence.map((unit, n) =>
              n === 3 ? { ...unit, content_excerpt: 'other' } : unit,
            ),
          }),
          100,
        ),
      'the prompts of the run',
    ],
    ['another pool', () => check(makeState(24, { state_id: 's0', issue: 'Issue 0' })), 'another pool'],
    ['other token counts', () => check(own(), 101), 'counts other tokens'],
  ])('is refused over %s', async (_name, run, message) => {
    await expect(run()).rejects.toThrow(message);
  });
});

describe('an imported run beside what is stored', () => {
  const placedOf = (run: ReplayedRun) => run.outcomes;
  const heldBy = (store: MemoryStore) => ({ find: store.find, outcome: store.outcome });

  it('contradicts another answer to a stored call and other rows of a scored state, nothing else', async () => {
    const run = await readBundle(await exported(), digest);
    expect(await contradicts(placedOf(run), heldBy(new MemoryStore()))).toBe(false);
    const { store: same } = await batch();
    expect(await contradicts(placedOf(run), heldBy(same))).toBe(false);
    const { store: other } = await batch({ model: lazy });
    expect(await contradicts(placedOf(run), heldBy(other))).toBe(true);
    const oneCall = new MemoryStore();
    const call = structuredClone(callOf(run.outcomes[7]!.traces[0]!));
    call.attempts[0]!.usage = { input: 5, output: 5, cached: null };
    await oneCall.store(call);
    expect(await contradicts(placedOf(run), heldBy(oneCall))).toBe(true);
    const rows = new MemoryStore();
    const { outcome } = structuredClone(run.outcomes[3]!);
    outcome.rows[0]!.ranked_evidence_ids.reverse();
    await rows.putOutcome(outcome);
    expect(await contradicts(placedOf(run), heldBy(rows))).toBe(true);
    await rows.putOutcome({ ...outcome, status: 'failed', rows: [] });
    expect(await contradicts(placedOf(run), heldBy(rows))).toBe(false);
  });
});
