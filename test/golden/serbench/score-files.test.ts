import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Certificate } from '$lib/serbench/certificate';
import type { Prediction } from '$lib/serbench/prediction';
import { printPerState, printSummary } from '$lib/serbench/score/files';
import { scoreRun } from '$lib/serbench/score/score-run';
import { summarise } from '$lib/serbench/score/summary';

const read = (path: string) => readFileSync(new URL(`../data/${path}`, import.meta.url), 'utf8');
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

describe.each([
  ['scorer', [1, 3, 5, 8, 10, 12, 16]],
  ['scorer-large', [1, 5, 8, 20]],
])('golden set %s', (set, cutoffs) => {
  test('both score files are byte-identical', async () => {
    const labels = lines(read(`${set}/labels.jsonl`)).map((row) => {
      const { graded_labels, ...rest } = row as { graded_labels?: object };
      return { ...rest, ...graded_labels } as Certificate;
    });
    const predictions = lines(read(`${set}/predictions.jsonl`)) as Prediction[];
    const sheet = await scoreRun(
      new Map(labels.map((label) => [label.state_id, label])),
      predictions,
      cutoffs,
    );
    const summaries = summarise(sheet, labels.length);
    expect(printSummary(sheet, summaries)).toBe(read(`${set}/summary.json`));
    expect([...printPerState(sheet)].join('')).toBe(read(`${set}/per_state_scores.jsonl`));
  });
});
