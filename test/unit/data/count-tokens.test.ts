import { describe, expect, it } from 'vitest';
import { countUnits, type Tokenizer } from '$lib/data/count-tokens';
import { loadO200k } from '$lib/data/o200k';
import type { TokenCache } from '$lib/data/tokens';
import { StorageFailed } from '$lib/data/storage-error';
import { FaultList } from '$lib/serbench/fault';
import { quietTask } from '$lib/serbench/task';

const unit = (evidence_id: string, content_excerpt: string) => ({
  evidence_id,
  content_excerpt,
  source_path: 'a.py',
});
const items = new Blob([
  JSON.stringify({
    state_id: 's1',
    repo: 'r',
    candidate_evidence: [unit('a', 'one two'), unit('b', 'three'), unit('c', 'x')],
  }),
  '\n',
  JSON.stringify({ state_id: 's2', repo: 'r', candidate_evidence: [unit('a', 'one two')] }),
]);
const words: Tokenizer = { name: 'words', count: (text) => text.split(' ').length };
const wanted = new Map([
  ['s1', new Set(['a', 'b'])],
  ['s2', new Set(['a'])],
]);

function memoryCache(): TokenCache & { kept: Map<string, number> } {
  const kept = new Map<string, number>();
  return {
    kept,
    get: (keys) => Promise.resolve(keys.map((key) => kept.get(key))),
    put: (entries) => {
      for (const [key, count] of entries) kept.set(key, count);
      return Promise.resolve();
    },
  };
}
const count = (cache: TokenCache | null, tokenizer = words) =>
  countUnits(items, 'items.jsonl', wanted, tokenizer, cache, new FaultList(), quietTask());

describe('token counts', () => {
  it('cover the wanted units, and the same text is counted once', async () => {
    const cache = memoryCache();
    const first = await count(cache);
    expect(first.counts).toEqual(
      new Map([
        [
          's1',
          new Map([
            ['a', 2],
            ['b', 1],
          ]),
        ],
        ['s2', new Map([['a', 2]])],
      ]),
    );
    expect(first).toMatchObject({ tokenizer: 'words', counted: 2, kept: 1, cacheProblem: null });
    expect([...cache.kept.keys()].every((key) => /^words:[0-9a-f]{64}$/.test(key))).toBe(true);
    expect(await count(cache)).toMatchObject({ counted: 0, kept: 3 });
    expect(await count(cache, { ...words, name: 'others' })).toMatchObject({ counted: 2 });
  });

  it('go on without a cache that fails, and say so', async () => {
    const broken: TokenCache = {
      get: () => Promise.reject(new StorageFailed('quota', 'no room')),
      put: () => Promise.resolve(),
    };
    const result = await count(broken);
    expect(result).toMatchObject({ counted: 3, kept: 0, cacheProblem: 'no room' });
    expect(result.counts.get('s1')?.get('a')).toBe(2);
  });

  it('are those of o200k_base; names of special tokens in a source are text', async () => {
    const tokenizer = await loadO200k();
    expect(tokenizer.name).toBe('o200k_base');
    expect(tokenizer.count('hello world')).toBe(2);
    expect(tokenizer.count('')).toBe(0);
    expect(tokenizer.count('<|endoftext|>')).toBeGreaterThan(1);
    // Counts that OpenAI's cookbook states for this encoding.
    expect(tokenizer.count('tiktoken is great!')).toBe(6);
    expect(tokenizer.count('antidisestablishmentarianism')).toBe(6);
    expect(tokenizer.count('2 + 2 = 4')).toBe(7);
    expect(tokenizer.count('お誕生日おめでとう')).toBe(8);
  });
});
