import type { FaultList } from '../fault';
import type { Prediction } from '../prediction';
import type { Task } from '../task';
import { readIds, readName, type JsonObject } from './fields';
import { KnownStates, type SplitContext } from './known-states';
import type { RowFaults } from './row-faults';
import { readRows } from './rows';
import { warnOfScores } from './scores-warning';
import type { ByteSource } from './source';

export interface PredictionOptions extends SplitContext {
  /** A method may lack states: the analysis is then partial and not comparable. */
  allowSubset?: boolean | undefined;
  /** The rules of a submission: at most so many ids a row, and one method in the file. */
  submission?: { maximumIds: number } | undefined;
}

/**
 * The sound rows of a predictions file, in order. With a split, states and units are checked against it, and unless a
 * subset is allowed every method must have a row for every state. Faults of absence stand at the file's last line.
 */
export async function* readPredictions(
  source: ByteSource,
  file: string,
  faults: FaultList,
  task: Task,
  options: PredictionOptions | null,
): AsyncGenerator<Prediction, void, void> {
  const rows = readRows(source, file, faults, task);
  const known = options && new KnownStates(options);
  /** Method -> state -> line. */
  const seen = new Map<string, Map<string, number>>();
  try {
    for (;;) {
      const next = await rows.objects.next();
      if (next.done) {
        if (options && next.value.whole && options.allowSubset !== true)
          demandAll(seen, options, rows.faults);
        return;
      }
      const before = faults.errors;
      const prediction = readRow(next.value, rows.faults, known, options, seen);
      if (faults.errors === before && prediction) yield prediction;
    }
  } finally {
    await rows.objects.return({ line: rows.faults.line, whole: false });
  }
}

function readRow(
  row: JsonObject,
  faults: RowFaults,
  known: KnownStates | null,
  options: PredictionOptions | null,
  seen: Map<string, Map<string, number>>,
): Prediction | null {
  const state_id = readName(row, 'state_id', faults);
  const method = readName(row, 'method', faults);
  const state = state_id === undefined ? undefined : options?.split.get(state_id);
  if (known && state_id !== undefined && !state) {
    faults.at(
      ['state_id'],
      'unknown-state',
      `State ${JSON.stringify(state_id)} is not in the items.`,
      known.stateHint(state_id),
    );
  }
  if (state_id !== undefined && method !== undefined && (state || !known)) {
    const lines = seen.get(method) ?? new Map<string, number>();
    seen.set(method, lines);
    const first = lines.get(state_id);
    if (first === undefined) lines.set(state_id, faults.line);
    else
      faults.at(
        ['state_id'],
        'duplicate-row',
        `Method ${JSON.stringify(method)} has a row for this state on line ${first} already.`,
      );
  }
  const ranked_evidence_ids = readIds(row['ranked_evidence_ids'], ['ranked_evidence_ids'], faults, {
    name: '"ranked_evidence_ids"',
    foreign: (id) => (known && state && !state.ids.has(id) ? known.outside(state.state_id, id) : undefined),
  });
  warnOfScores(row, ranked_evidence_ids, faults);
  if (options?.submission) checkRow(row, method, options.submission.maximumIds, seen, faults);
  return state_id === undefined || method === undefined ? null : { state_id, method, ranked_evidence_ids };
}

function checkRow(
  row: JsonObject,
  method: string | undefined,
  maximum: number,
  seen: Map<string, Map<string, number>>,
  faults: RowFaults,
): void {
  const ids = row['ranked_evidence_ids'];
  if (Array.isArray(ids) && ids.length > maximum) {
    faults.at(
      ['ranked_evidence_ids', maximum],
      'too-many-ids',
      `A submission has at most ${maximum} ids a state; this row has ${ids.length}. Cut the list.`,
    );
  }
  const first = seen.keys().next().value;
  if (method !== undefined && first !== undefined && method !== first) {
    faults.at(
      ['method'],
      'second-method',
      `A submission has one method; the file starts with ${JSON.stringify(first)}.`,
    );
  }
}

function demandAll(
  seen: Map<string, Map<string, number>>,
  { split }: PredictionOptions,
  faults: RowFaults,
): void {
  for (const [method, lines] of seen) {
    for (const id of split.keys()) {
      if (lines.has(id)) continue;
      faults.add(
        'missing-state',
        `Method ${JSON.stringify(method)} has no row for state ${JSON.stringify(id)}. Add one (an empty list is a valid abstention), or ask for a subset analysis.`,
        {
          path: ['state_id'],
          value: JSON.stringify(id),
        },
      );
    }
  }
}
