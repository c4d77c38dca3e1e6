import { describe, expect, test } from 'vitest';
import { prepareSplit } from '$lib/data/ingest/prepare';
import { readPreparedState } from '$lib/data/explore/read-state';
import type { Progress } from '$lib/serbench/task';
import { quietTask } from '$lib/serbench/task';
import { golden, prepared, prepareTexts, releaseShaped } from '../../support/split';

const hostile = '<img src=x onerror=alert(1)>\u0000\u001b[2J\u202e\ud800"\\n';
const item = (id: string, over: object = {}) =>
  JSON.stringify({
    state_id: id,
    issue: hostile,
    candidate_evidence: [
      { evidence_id: 'a', content_excerpt: hostile, source_path: 'a.py' },
      { evidence_id: 'b', content_excerpt: 'b', source_path: 'b.py' },
    ],
    ...over,
  });

describe('preparing a split', () => {
  test('keeps every state, its bytes and its pool', async () => {
    const { items, labels } = golden('scorer');
    const split = await prepared(items, labels);
    const rows = items
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { state_id: string; candidate_evidence: unknown[] });
    expect(split.summaries.map((state) => [state.state_id, state.pool])).toEqual(
      rows.map((row) => [row.state_id, row.candidate_evidence.length]),
    );
    expect(split.certificates).toHaveLength(rows.length);
    expect(split.summaries.at(-1)?.end).toBe(split.text.size);
    for (const table of split.tables) {
      expect(table.batches.reduce((sum, bytes) => sum + bytes, 0)).toBe(table.content.size);
    }
  });

  test('hostile texts pass as they are, in text and tables alike', async () => {
    const split = await prepared(`${item('s1')}\n${item('s2')}\n`, null);
    const state = await readPreparedState(split, 1);
    expect(state?.issue).toBe(hostile);
    expect(split.labelled).toBe(false);
    expect(split.tables.find((table) => table.name === 'units')?.rows).toBe(2);
    expect(split.tables.find((table) => table.name === 'pool')?.rows).toBe(4);
  });

  test('the same id with another text is another unit', async () => {
    const other = {
      candidate_evidence: [{ evidence_id: 'a', content_excerpt: 'other', source_path: 'a.py' }],
    };
    const split = await prepared(`${item('s1')}\n${item('s2', other)}\n`, null);
    expect(split.tables.find((table) => table.name === 'units')?.rows).toBe(3);
  });

  test('a certificate inside an item is dropped, not kept', async () => {
    const split = await prepared(item('s1', { required_evidence_groups: [{ secret: 1 }] }), null);
    expect(await split.text.text()).not.toContain('secret');
    const pool = [{ evidence_id: 'a', content_excerpt: '', source_path: 'a.py', required_for: 'secret' }];
    const inUnit = await prepared(item('s1', { candidate_evidence: pool }), null);
    expect(await inUnit.text.text()).not.toContain('secret');
  });

  test('all faults of a file are listed and nothing of it is used', async () => {
    const result = await prepareTexts(`${item('s1')}\nnot json\n${item('s1')}\n${item('', {})}\n`, null);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.faults.map((fault) => fault.line)).toEqual([2, 3, 4]);
    expect(result.errors).toBe(3);
  });

  test('labels that do not fit the items are refused', async () => {
    const label = JSON.stringify({
      state_id: 's9',
      required_evidence_groups: [
        {
          group_id: 'G',
          role: 'r',
          acceptable_evidence_ids: ['a'],
          minimum_required: 1,
          necessity_weight: 1,
        },
      ],
      alternative_minimal_sets: [],
    });
    const result = await prepareTexts(item('s1'), label);
    expect(result.ok ? [] : result.faults.map((fault) => fault.code)).toContain('unknown-state');
  });

  test('progress ends at the last byte, and a cancel ends it', async () => {
    const { items } = releaseShaped(10);
    const file = {
      splitKey: 'k',
      items: new Blob([items]),
      itemsName: 'i',
      itemsSha256: '',
      labels: null,
      labelsName: null,
    };
    const seen: Progress[] = [];
    await prepareSplit(file, { ...quietTask(), progress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toMatchObject({ done: file.items.size, total: file.items.size, unit: 'bytes' });
    await expect(prepareSplit(file, quietTask(AbortSignal.abort()))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
