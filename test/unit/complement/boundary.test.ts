import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runState } from '$lib/complement/run/run-state';
import type { State } from '$lib/serbench/state';
import { CALLED_METHODS } from '$lib/complement/methods';
import { wordCover } from '$lib/complement/scripted/word-cover';
import { makeJob, makeState, memoryTools, never, scriptedConfiguration, setting } from './fixtures';

const PRIVATE = ['required_evidence_groups', 'alternative_minimal_sets', 'graded_labels', 'mss_id', 'labels'];

/** A state in which every private name is a tripwire. */
function poisoned(state: State): State {
  for (const name of PRIVATE)
    Object.defineProperty(state, name, {
      enumerable: false,
      get: () => {
        throw new Error(`Inference read ${name}`);
      },
    });
  return state;
}

describe('inference never sees a certificate', () => {
  it.each(CALLED_METHODS)('%s runs over a state whose certificate fields throw when read', async (method) => {
    const state = poisoned(makeState(60));
    expect(() => (state as unknown as Record<string, unknown>).required_evidence_groups).toThrow(
      'Inference read',
    );
    const set = await setting(scriptedConfiguration(method));
    const result = await runState(makeJob(state), set, memoryTools(wordCover), never);
    expect(result.status).toBe('scored');
  });

  it('sends nothing of a certificate that lies enumerable in the record', async () => {
    const state = {
      ...makeState(60),
      required_evidence_groups: [{ group_id: 'SECRET-GROUP' }],
      observed_evidence_ids: ['evidence-0001'],
    };
    const tools = memoryTools(wordCover);
    await runState(makeJob(state), await setting(scriptedConfiguration()), tools, never);
    expect(JSON.stringify([...tools.stored.values()])).not.toContain('SECRET-GROUP');
    expect(tools.stored.size).toBe(3);
  });

  it('has no such member in its types', () => {
    const { state } = makeJob(makeState(1));
    // @ts-expect-error A state has no certificate: if this line compiles, the boundary is gone.
    expect(state.required_evidence_groups).toBeUndefined();
  });

  it('no file of the core but those of oracle/ imports the certificate or the metrics', () => {
    const root = new URL('../../../src/lib/complement/', import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(20);
    const guilty = files.filter((file) => {
      const text = readFileSync(new URL(file, root), 'utf8');
      return (
        !file.startsWith('oracle/') &&
        /from '(?:\$lib\/serbench\/(?:certificate|metrics)|.*\/oracle\/)/.test(text)
      );
    });
    expect(guilty).toEqual([]);
  });
});
