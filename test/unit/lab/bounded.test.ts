import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as oracle from '$lib/retrieval/baselines/oracle';
import * as random from '$lib/retrieval/baselines/random';
import { blankDraft } from '$lib/serbench/lab/draft';
import { blindChance, lookDeeper } from '$lib/serbench/lab/deep';
import { evaluateDraft } from '$lib/serbench/lab/evaluate';
import { MEASURES } from '$lib/serbench/metrics/registry';
import { FEW, more, STEP } from '$lib/ui/lab/branch-steps';

vi.mock('$lib/retrieval/baselines/oracle', { spy: true });
vi.mock('$lib/retrieval/baselines/random', { spy: true });
afterEach(() => vi.clearAllMocks());

const pool = Array.from({ length: 200 }, (_, n) => `u${n}`);
/** What a link of a few kilobytes can hold: many branches of a few units each, all different. */
const linked = (branches: number) => ({
  ...blankDraft('s'),
  certificate: {
    ...blankDraft('s').certificate,
    alternative_minimal_sets: Array.from({ length: branches }, (_, n) =>
      [n % 200, (7 * n + 1) % 200, (n >> 3) + 40].map((unit) => `u${unit % 200}`),
    ),
  },
});

describe('a link with hundreds of branches', () => {
  test('the page’s thread counts no chance and asks for two smallest sets, however many branches there are', () => {
    for (const branches of [1, 250, 1000]) {
      vi.clearAllMocks();
      const draft = linked(branches);
      const deep = lookDeeper(
        draft,
        evaluateDraft(draft, () => 0),
        pool,
        MEASURES,
      );
      expect(deep.branches).toHaveLength(branches);
      expect(random.randomExpectation).not.toHaveBeenCalled();
      expect(vi.mocked(oracle.smallestCompleteSet).mock.calls.length).toBeLessThanOrEqual(2);
    }
    blindChance(linked(1), pool);
    expect(random.randomExpectation).toHaveBeenCalledTimes(1);
  });

  test('no component counts the chance itself: the worker alone does', () => {
    const sources = readdirSync('src/lib/ui', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(svelte|ts)$/.test(name))
      .map((name) => [name, readFileSync(`src/lib/ui/${name}`, 'utf8')] as const);
    const callers = sources.filter(([, source]) => /\b(blindChance|randomExpectation)\b(?!`)/.test(source));
    expect(callers.map(([name]) => name)).toEqual([]);
    expect(readFileSync('workers/lab.worker.ts', 'utf8')).toContain('blindChance(draft, pool)');
    expect(readFileSync('src/lib/ui/lab/LabView.svelte', 'utf8')).toMatch(
      /\bcountChance\(draft, pool\.ids, /,
    );
  });

  test('a few cards are drawn at first, and at most fifty more at a time', () => {
    expect(FEW).toBeLessThan(10);
    expect(STEP).toBeLessThanOrEqual(50);
    expect([more(3, FEW), more(FEW, FEW), more(30, FEW), more(1000, FEW), more(60, FEW + STEP)]).toEqual([
      0,
      0,
      30 - FEW,
      STEP,
      60 - FEW - STEP,
    ]);
    const panel = readFileSync('src/lib/ui/lab/CertificatePanel.svelte', 'utf8');
    expect(panel).toContain('{#each branches.slice(0, most) as');
  });
});
