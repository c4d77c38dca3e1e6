import { expect, it } from 'vitest';
import { bundlePieces } from '$lib/complement/export/bundle';
import { readBundle } from '$lib/complement/export/read-bundle';
import { outcomeSchema } from '$lib/complement/batch/record';
import { contextSchema } from '$lib/complement/replay/context';
import { tokensBy } from '$lib/complement/source-tokens';
import { ABOUT, batch } from './batch-fixtures';
import { prose } from './scripts';
import { digest, makeState, makeUnit } from './fixtures';

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

it('units with the names of an object’s own machinery run, are stored, and replay to the same bytes', async () => {
  const units = NAMES.map((evidence_id, n) => ({ ...makeUnit(n), evidence_id }));
  async function* states() {
    yield await Promise.resolve(makeState(0, { candidate_evidence: units }));
  }
  const { store, input, end } = await batch({
    model: prose,
    states: states(),
    prepare: (state) =>
      Promise.resolve({
        state,
        ranking: NAMES,
        routes: [],
        tokens: Object.fromEntries(NAMES.map((name, n) => [name, 100 + n])),
      }),
  });
  expect(end.status).toBe('done');
  const outcomes = [...store.outcomes.values()].map((outcome) =>
    outcomeSchema.parse(JSON.parse(JSON.stringify(outcome))),
  );
  const tokens = NAMES.reduce((sum, _name, n) => sum + 100 + n, 0);
  expect(outcomes[0]?.rows.map((row) => row.source_tokens)).toEqual([tokens, tokens, tokens]);
  const files = new Map<string, string>();
  for await (const { file, text } of bundlePieces(outcomes, 1, input.setting, store.find, ABOUT))
    files.set(file, (files.get(file) ?? '') + text);
  const run = await readBundle(files, digest);
  expect(run.identical).toBe(true);
  expect(run.predictions).toContain(`"source_tokens":${tokens}`);
});

it('a name that nobody counted has no count', () => {
  for (const name of NAMES) expect(() => tokensBy({}, 's')(name)).toThrow(`No token count for ${name} of s`);
});

it.each([['"3"'], ['-1'], ['1.5'], ['null'], ['{}']])('refuses %s as a count, under any name', (value) => {
  for (const name of ['a', '__proto__']) {
    const textOf = (count: string) =>
      `{"format":"complement-context-1","state_id":"s","pool":[],"ranking":[],"routes":[],"tokens":{"${name}":${count}}}`;
    expect(contextSchema.safeParse(JSON.parse(textOf(value))).success).toBe(false);
    expect(contextSchema.safeParse(JSON.parse(textOf('3'))).success).toBe(true);
  }
});
