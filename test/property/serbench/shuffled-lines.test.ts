import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreRun } from '$lib/serbench/score/score-run';
import { summarise } from '$lib/serbench/score/summary';
import { printSummary } from '$lib/serbench/score/files';
import { labels, predictions, splitOf } from '../../helpers/read';
import { puzzles } from '../../helpers/certificates';

test('shuffling the lines of labels and predictions changes no summary', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(puzzles(8), { minLength: 2, maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      async (list, order) => {
        const split = await splitOf(Object.fromEntries(list.map(({ pool }, i) => [`s${i}`, pool])));
        const label = list.map(({ certificate }, i) =>
          JSON.stringify({ ...certificate, observed_evidence_ids: [], state_id: `s${i}` }),
        );
        const rows = list.flatMap(({ ranking }, i) =>
          ['b', 'a'].map((method) =>
            JSON.stringify({
              state_id: `s${i}`,
              method,
              ranked_evidence_ids: method === 'a' ? ranking : [...ranking].reverse(),
            }),
          ),
        );
        const shuffled = (lines: string[]) =>
          lines
            .map((line) => [order.next().value, line] as const)
            .sort(([a], [b]) => a - b)
            .map(([, line]) => line);
        const summary = async (labelLines: string[], rowLines: string[]) => {
          const own = await labels(labelLines.join('\n'), split);
          const run = await predictions(rowLines.join('\n'), { split });
          expect([...own.faults, ...run.faults]).toEqual([]);
          const sheet = await scoreRun(
            new Map(own.rows.map((row) => [row.state_id, row])),
            run.rows,
            [1, 3, 5],
          );
          return printSummary(sheet, summarise(sheet, split.size));
        };
        expect(await summary(shuffled(label), shuffled(rows))).toBe(await summary(label, rows));
      },
    ),
    { seed: 9, numRuns: 150 },
  );
});
