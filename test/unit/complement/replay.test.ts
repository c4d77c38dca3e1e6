import { describe, expect, it } from 'vitest';
import { canonicalJson } from '$lib/complement/canonical';
import { readConfiguration } from '$lib/complement/config/read';
import { derivedRow, predictionLines, predictionRow } from '$lib/complement/prediction-row';
import { contextOf } from '$lib/complement/replay/context';
import { nothingRecorded, recordedCalls } from '$lib/complement/replay/recorded-model';
import { callOf, replayState } from '$lib/complement/replay/replay-state';
import { runState } from '$lib/complement/run/run-state';
import type { StateDone } from '$lib/complement/run/types';
import { traceSchema } from '$lib/complement/trace';
import { wordCover } from '$lib/complement/scripted/word-cover';
import {
  digest,
  id,
  makeJob,
  makeState,
  memoryTools,
  never,
  scriptedConfiguration,
  setting,
} from './fixtures';
import { lazy, prose } from './scripts';

async function recorded() {
  const job = makeJob(makeState(70));
  const set = await setting(scriptedConfiguration());
  const done = (await runState(job, set, memoryTools(wordCover), never)) as StateDone;
  return { job, set, done, bytes: predictionLines([predictionRow(done, set)]) };
}

describe('traces', () => {
  it('survive their schema, and replay without state, model or network to the same bytes', async () => {
    const { job, set, done, bytes } = await recorded();
    const traces = JSON.parse(JSON.stringify(done.traces)).map((trace: unknown) => traceSchema.parse(trace));
    const again = await replayState(contextOf(job, set.configuration), traces, set, digest);
    expect(predictionLines([predictionRow(again, set)])).toBe(bytes);
  });

  it('replay through the live code with a store that takes no new calls', async () => {
    const { job, set, done } = await recorded();
    const tools = { modelFor: () => nothingRecorded, digest, calls: recordedCalls(done.traces.map(callOf)) };
    expect(await runState(job, set, tools, never)).toEqual(done);
    const other = {
      ...set.configuration,
      prompts: {
        ...set.configuration.prompts,
        text: { ...set.configuration.prompts.text, system: 'Other.' },
      },
    };
    expect(await runState(job, await setting(other), tools, never)).toMatchObject({
      status: 'failed',
      failure: { kind: 'not-recorded' },
    });
  });

  it.each([
    ['a changed reply', (done: StateDone) => (done.traces[0]!.attempts[0]!.raw = '{}'), 'SHA-256'],
    ['changed ids', (done: StateDone) => done.traces[2]!.ids.reverse(), 'do not follow'],
    ['other cards', (done: StateDone) => done.traces[1]!.shown.pop(), 'other cards'],
    [
      'another configuration',
      (done: StateDone) => (done.traces[0]!.configuration_sha256 = 'f'),
      'under configuration f',
    ],
    ['a missing call', (done: StateDone) => done.traces.pop(), 'no trace of the finalization'],
  ])('are refused with %s', async (_name, spoil, message) => {
    const { job, set, done } = await recorded();
    const copy = structuredClone(done);
    spoil(copy);
    await expect(replayState(contextOf(job, set.configuration), copy.traces, set, digest)).rejects.toThrow(
      message,
    );
  });

  it('of runs that stopped at two unusable replies, or that could not read what is read now, replay as they were', async () => {
    const job = makeJob(makeState(70));
    const set = await setting(scriptedConfiguration());
    const done = (await runState(job, set, memoryTools(prose), never)) as StateDone;
    const bytes = predictionLines([predictionRow(done, set)]);
    const [first, second] = done.traces;
    first?.attempts.pop();
    expect(first?.attempts.map(({ verdict }) => verdict)).toEqual(['not JSON', 'not JSON']);
    const attempt = second!.attempts[0]!;
    attempt.text = `{"ids":["x"]}\n</thinking>\n{"ids":["${id(9)}"]}`;
    attempt.raw_sha256 = await digest((attempt.raw = attempt.text));
    const again = await replayState(contextOf(job, set.configuration), done.traces, set, digest);
    expect(predictionLines([predictionRow(again, set)])).toBe(bytes);
    expect(again.fallbacks).toBe(3);
  });

  it('give the derived rows without a call', async () => {
    const job = makeJob(makeState(70));
    const set = await setting(scriptedConfiguration());
    const done = (await runState(job, set, memoryTools(lazy), never)) as StateDone;
    const single = derivedRow('single-stage', done, () => 100, set);
    expect(single).toMatchObject({ method: 'single-stage', source_tokens: 800 });
    expect(single.ranked_evidence_ids).toEqual(done.traces[0]?.ids);
    const fixed = derivedRow('fixed-top-8', done, () => 100, set);
    expect(fixed.ranked_evidence_ids).toHaveLength(8);
    expect(fixed.ranked_evidence_ids.slice(0, 4)).toEqual(done.selection.ids);
  });
});

describe('a configuration', () => {
  it('has one canonical text and hash, whatever the order of its members', async () => {
    const configuration = scriptedConfiguration();
    const shuffled = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(configuration).reverse())));
    expect(canonicalJson(shuffled)).toBe(canonicalJson(configuration));
    const { configurationSha256 } = await setting(configuration);
    expect(configurationSha256).toMatch(/^[0-9a-f]{64}$/);
    shuffled.prompts.text.retry += '.';
    expect((await setting(shuffled)).configurationSha256).not.toBe(configurationSha256);
  });

  it('is refused with located faults: keys in a URL, unknown members, unknown placeholders', () => {
    const bad = scriptedConfiguration() as unknown as Record<string, unknown> &
      ReturnType<typeof scriptedConfiguration>;
    bad.models.proposal = { protocol: 'openai', url: 'https://x.example/v1?key=sk-1', model: 'm' };
    bad.prompts.text.proposal = '{{state}} {{labels}}';
    bad.apiKey = 'sk-1';
    const read = readConfiguration(bad);
    expect(read.ok).toBe(false);
    const faults = read.ok ? [] : read.faults;
    expect(faults.join('\n')).toContain('models.proposal.url');
    expect(faults.join('\n')).toContain('apiKey');
    delete bad.apiKey;
    bad.models.proposal = scriptedConfiguration().models.expansion;
    const second = readConfiguration(bad);
    expect(second.ok ? '' : second.faults.join('\n')).toMatch(
      /names \{\{labels\}\}[\s\S]*must name \{\{candidates\}\} once/,
    );
  });
});

describe('canonicalJson', () => {
  it('sorts by code point and refuses what JSON lacks', () => {
    expect(canonicalJson({ '\u{1f600}': 1, '\uffff': 2, a: [null, 'x'], b: undefined })).toBe(
      '{"a":[null,"x"],"\uffff":2,"\u{1f600}":1}',
    );
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError);
    expect(id(3)).toBe('evidence-0003');
  });
});
