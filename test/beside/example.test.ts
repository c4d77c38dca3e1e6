import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countSplit } from '$lib/data/composition/counts';
import { inspectFile } from '$lib/data/ingest/inspect';
import { rankStarter } from '$lib/retrieval/starter';
import type { State } from '$lib/serbench/state';
import { quietTask } from '$lib/serbench/task';
import { golden } from '../golden/retrieval/read';
import { prepared } from '../support/split';

/** The release's example: source of other projects, so it is no part of the repository. */
const folder = '../shared/paper/example';

describe.skipIf(!existsSync(folder))('the release’s three example states', () => {
  const items = () => readFileSync(`${folder}/items.jsonl`, 'utf8');

  test('the starter baseline is exact', () => {
    const rows = golden('example/starter_predictions.jsonl') as Record<'state_id', string>[];
    const expected = new Map(rows.map((row) => [row.state_id, row]));
    const states = items()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as State);
    expect(states).toHaveLength(3);
    for (const state of states) {
      const { ranked_evidence_ids: ids = [] } = expected.get(state.state_id) as {
        ranked_evidence_ids?: string[];
      };
      expect(ids.length).toBeGreaterThan(0);
      expect(rankStarter(state).slice(0, ids.length)).toEqual(ids);
    }
  });

  test('the file is known by its content', async () => {
    const found = await inspectFile(new File([items()], 'renamed.txt'), quietTask());
    expect(found.known?.label).toBe('Example items');
  });

  test('pools of 65, 120, 79; flags without ids', async () => {
    const split = await prepared(items(), readFileSync(`${folder}/labels.jsonl`, 'utf8'));
    expect(split.summaries.map((state) => state.pool)).toEqual([65, 120, 79]);
    expect(split.summaries.map((state) => state.observedFlags)).toEqual([0, 20, 0]);
    const counts = countSplit(split.summaries, split.certificates);
    expect(counts.get('overlap.states_without')).toBe(3);
    expect(counts.get('groups.3')).toBe(1);
    expect(counts.get('branches.total')).toBe(14);
  });
});
