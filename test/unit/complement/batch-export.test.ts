import { describe, expect, it } from 'vitest';
import { bundlePieces } from '$lib/complement/export/bundle';
import { readBundle } from '$lib/complement/export/read-bundle';
import { digest } from './fixtures';
import { ABOUT, STATES, batch } from './batch-fixtures';

describe('an exported batch', () => {
  async function files(): Promise<Map<string, string>> {
    const { store, input } = await batch();
    const found = new Map<string, string>();
    for await (const { file, text } of bundlePieces(
      [...store.outcomes.values()],
      STATES,
      input.setting,
      store.find,
      ABOUT,
    ))
      found.set(file, (found.get(file) ?? '') + text);
    return found;
  }

  it('is the same bytes each time, and replays to the same predictions', async () => {
    const [first, second] = [await files(), await files()];
    expect([...first]).toEqual([...second]);
    const run = await readBundle(first, digest);
    expect(run.identical).toBe(true);
    expect(run.outcomes).toHaveLength(STATES);
    expect(run.predictions).toBe(first.get('predictions.jsonl'));
    expect(run.predictions.split('\n').filter((line) => line.includes('"fixed-top-8"'))).toHaveLength(STATES);
  });

  it.each([
    ['traces.jsonl', (text: string) => text.replace('"ids":["', '"ids":["x'), 'line 1'],
    ['traces.jsonl', () => '{"format"', 'line 1, is not JSON'],
    ['contexts.jsonl', (text: string) => text.replace('"pool"', '"pond"'), 'contexts.jsonl, line 1'],
    [
      'configuration.json',
      (text: string) => text.replace('"temperature":0', '"temperature":1'),
      'under configuration',
    ],
  ])('is refused with a changed %s', async (file, change, message) => {
    const found = await files();
    found.set(file, change(found.get(file) ?? ''));
    await expect(readBundle(found, digest)).rejects.toThrow(
      file === 'traces.jsonl' && message === 'line 1' ? /do not follow/ : message,
    );
  });

  it('says when the predictions beside the traces are not theirs', async () => {
    const found = await files();
    found.set('predictions.jsonl', '');
    expect((await readBundle(found, digest)).identical).toBe(false);
  });
});
