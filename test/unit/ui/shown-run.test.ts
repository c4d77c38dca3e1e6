import { describe, expect, it } from 'vitest';
import type { Trace } from '$lib/complement/trace';
import type { LiveMessage } from '$lib/llm/run/live';
import { ended, heard, NOTHING_YET, type ShownRun } from '$lib/ui/complement/shown-run';
import { scriptedConfiguration } from '../complement/fixtures';

const begun: ShownRun = {
  id: 1,
  title: 'Run 1',
  stateId: 's',
  configuration: scriptedConfiguration(),
  ...NOTHING_YET,
};
const trace = (key: string) => ({ key, stage: 'proposal' }) as Trace;
const after = (...messages: LiveMessage[]) => messages.reduce(heard, begun);

describe('what a running state shows', () => {
  it('names stage and attempt while a model answers, with what arrives, until the stage has ended', () => {
    const asking = { live: 'l', kind: 'asking', stage: 'expansion', attempt: 1, attempts: 3 } as const;
    const begin = { live: 'l', kind: 'text', text: '{"i', from: 0 } as const;
    const more = { live: 'l', kind: 'text', text: 'ds"', from: 3 } as const;
    expect(after(asking, begin, more)).toMatchObject({
      asking: { stage: 'expansion', attempt: 1, attempts: 3 },
      text: '{"ids"',
    });
    const second = after(asking, begin, { ...asking, attempt: 2 });
    expect(second).toMatchObject({ asking: { attempt: 2 }, text: '' });
    expect(heard(second, { live: 'l', kind: 'reading', tokens: 70 })).toMatchObject({ reading: 70 });
    const done = heard(second, { live: 'l', kind: 'trace', trace: trace('a'), stored: false });
    expect(done).toMatchObject({ asking: null, text: '', reading: null, traces: [{ stored: false }] });
  });

  it('takes the result over what was heard', () => {
    const early = after({ live: 'l', kind: 'trace', trace: trace('a'), stored: false });
    const result = { status: 'failed', traces: [trace('a'), trace('b')] } as never;
    const shown = ended(early, { result, stored: ['b'], ranking: ['u'], tokens: { u: 3 }, spoke: ['dense'] });
    expect(shown.traces.map(({ trace: { key }, stored }) => [key, stored])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(shown).toMatchObject({ id: 1, ranking: ['u'], tokens: { u: 3 }, spoke: ['dense'], asking: null });
  });
});
