import type { RowFaults } from '$lib/serbench/reading/row-faults';
import type { Prediction } from '$lib/serbench/prediction';
import { RankedRows } from './ranked-rows';

const COLUMNS = ['qid', 'Q0', 'docno', 'rank', 'score', 'tag'] as const;

/** `qid Q0 docno rank score tag`, parted by white space. The ranks are the order; the tag is the method. */
export function importTrec(text: string, faults: RowFaults): Prediction[] {
  const rows = new RankedRows(faults, 'rank');
  for (const [index, lineText] of text.split(/\r\n|\n/).entries()) {
    if (lineText.trim() === '') continue;
    faults.line = index + 1;
    faults.text = lineText;
    const fields = lineText.trim().split(/\s+/);
    if (fields.length !== COLUMNS.length) {
      faults.add(
        'wrong-columns',
        `A run has six columns (${COLUMNS.join(' ')}); this line has ${fields.length}.`,
        {
          value: lineText,
        },
      );
      continue;
    }
    const [state = '', , unit = '', rankText = '', scoreText = '', method = ''] = fields;
    const rank = Number(rankText);
    const score = Number(scoreText);
    if (!Number.isInteger(rank) || rank < 0) {
      faults.add('wrong-rank', 'A rank is a whole number.', { path: ['rank'], value: rankText });
    } else if (!Number.isFinite(score)) {
      faults.add('wrong-score', 'A score is a finite number.', { path: ['score'], value: scoreText });
    } else {
      rows.add({ state, method, unit, key: rank, score, line: index + 1 });
    }
  }
  return rows.rows();
}
