import { describe, expect, it } from 'vitest';
import { expectState } from '$lib/complement/batch/dry-run';
import { canonicalJson } from '$lib/complement/canonical';
import { defaultConfiguration } from '$lib/complement/config/defaults';
import { readConfiguration } from '$lib/complement/config/read';
import type { Configuration } from '$lib/complement/config/schema';
import { CALLED_METHODS } from '$lib/complement/methods';
import { contextOf } from '$lib/complement/replay/context';
import { replayState } from '$lib/complement/replay/replay-state';
import { runState } from '$lib/complement/run/run-state';
import type { StateDone } from '$lib/complement/run/types';
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

const observed = [id(0), id(3), id(9)];
const job = () => makeJob(makeState(40, { observed_evidence_ids: observed }));
const excluding = (method: (typeof CALLED_METHODS)[number]): Configuration => {
  const configuration = scriptedConfiguration(method);
  configuration.ranking.observed = 'exclude';
  return configuration;
};

describe('observed units', () => {
  it.each(CALLED_METHODS)('are kept by %s unless the configuration says otherwise', async (method) => {
    const tools = memoryTools(prose);
    const done = (await runState(
      job(),
      await setting(scriptedConfiguration(method)),
      tools,
      never,
    )) as StateDone;
    expect(done.traces[0]?.shown).toContain(id(0));
  });

  it.each(CALLED_METHODS)(
    'are shown to no stage of %s and returned by none when excluded',
    async (method) => {
      for (const model of [prose, lazy]) {
        const set = await setting(excluding(method));
        const done = (await runState(job(), set, memoryTools(model), never)) as StateDone;
        const seen = [
          ...done.rendered.ids,
          ...done.traces.flatMap(({ shown, ids, filled }) => [...shown, ...ids, ...filled]),
        ];
        expect(seen.length).toBeGreaterThan(10);
        expect(seen.filter((unit) => observed.includes(unit))).toEqual([]);
        const again = await replayState(contextOf(job(), set.configuration), done.traces, set, digest);
        expect(again).toEqual(done);
      }
    },
  );

  it('are not foreseen either', async () => {
    const tokens = async (configuration: Configuration) =>
      (
        await expectState(
          makeJob(makeState(40, { observed_evidence_ids: observed })),
          configuration,
          (text) => text.length,
          () => 0,
        )
      ).inputTokens;
    expect(await tokens(excluding('mss-complement'))).toBeLessThan(await tokens(scriptedConfiguration()));
  });

  it('give an empty row when nothing else is left', async () => {
    const all = makeState(3, { observed_evidence_ids: [id(0), id(1), id(2)] });
    const done = await runState(makeJob(all), await setting(excluding('ssr')), memoryTools(prose), never);
    expect(done).toMatchObject({ status: 'scored', fallbacks: 0, rendered: { ids: [] } });
  });
});

describe('the setting in a configuration', () => {
  it('leaves the hash of one that keeps them as it was, written or not', async () => {
    const plain = defaultConfiguration();
    // The published configuration's hash before the setting existed.
    expect((await setting(plain)).configurationSha256).toBe(PUBLISHED);
    const written = structuredClone(plain) as unknown as { ranking: Record<string, unknown> };
    written.ranking.observed = 'keep';
    const read = readConfiguration(written);
    expect(read.ok && canonicalJson(read.configuration)).toBe(canonicalJson(plain));
    const excluded = readConfiguration({ ...plain, ranking: { ...plain.ranking, observed: 'exclude' } });
    expect(read.ok && excluded.ok && canonicalJson(excluded.configuration)).toContain('"observed":"exclude"');
    const odd = readConfiguration({ ...plain, ranking: { ...plain.ranking, observed: 'drop' } });
    expect(odd.ok ? [] : odd.faults.join()).toContain('ranking.observed');
  });
});

const PUBLISHED = '98af37ffc09fec476a2007c2687409917c3b952f78a4a31d07ace93f8cd7f0ff';
