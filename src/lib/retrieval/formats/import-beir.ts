import { isObject } from '$lib/serbench/reading/fields';
import { parseLine, UNREADABLE } from '$lib/serbench/reading/parse-line';
import type { RowFaults } from '$lib/serbench/reading/row-faults';
import type { Prediction } from '$lib/serbench/prediction';
import { RankedRows } from './ranked-rows';

/** `{state: {unit: score}}`: highest score first, equal scores by unit ascending. One file is one method. */
export function importBeir(text: string, method: string, faults: RowFaults): Prediction[] {
  faults.line = 1;
  faults.text = text;
  const run = parseLine(text, faults);
  if (run === UNREADABLE) return [];
  if (!isObject(run)) {
    faults.add('not-an-object', 'BEIR JSON is one object: {state: {unit: score}}.');
    return [];
  }
  return Object.entries(run).flatMap(([state, scores]): Prediction[] => {
    if (!isObject(scores)) {
      faults.at([state], 'not-an-object', 'Each state holds an object of scores by unit.');
      return [];
    }
    const rows = new RankedRows(faults, 'score');
    for (const [unit, score] of Object.entries(scores)) {
      if (typeof score === 'number' && Number.isFinite(score)) {
        rows.add({ state, method, unit, key: score, line: 1 });
      } else {
        faults.at([state, unit], 'wrong-score', 'A score is a finite number.');
      }
    }
    const [row] = rows.rows();
    return [row ?? { state_id: state, method, ranked_evidence_ids: [] }];
  });
}
