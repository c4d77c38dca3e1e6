import type { Certificate } from '$lib/serbench/certificate';
import { DEFAULT_CUTOFFS, parseMeasure } from '$lib/serbench/metrics/registry';
import type { Prediction } from '$lib/serbench/prediction';
import { scoreRun } from '$lib/serbench/score/score-run';
import { valueAt } from '$lib/serbench/score/sheet';
import type { Task } from '$lib/serbench/task';
import { BatchWriter, type Batch } from '../arrow/batch-writer';
import { createTable } from '../tables/all';
import { predictions, scores } from '../tables/run-tables';
import type { Row, TableSpec } from '../tables/spec';
import type { Engine } from './engine';
import { assertRows } from './load';

/** Fills one table anew. */
function fill(engine: Engine, table: TableSpec, rows: Iterable<Row>): void {
  engine.run(createTable(table));
  const writer = new BatchWriter(table);
  const insert = (batch: Batch | null) => batch && engine.insert(table.name, batch.bytes);
  let count = 0;
  for (const row of rows) {
    insert(writer.add(row));
    count += 1;
  }
  insert(writer.flush());
  assertRows(engine, table.name, count);
}

/** A run's rows under the label that its rows in the tables carry. */
export interface LabelledRows {
  run: string;
  rows: readonly Prediction[];
}

function* ranked(runs: readonly LabelledRows[]): Generator<Row> {
  for (const { run, rows } of runs)
    for (const { method, state_id, ranked_evidence_ids: ids } of rows)
      for (const [i, id] of ids.entries()) yield [run, method, state_id, i + 1, id];
}

/** Fills `predictions`, and `scores` (by the core) for the states that have certificates. */
export async function loadRuns(
  engine: Engine,
  runs: readonly LabelledRows[],
  certificates: readonly Certificate[],
  task: Task,
): Promise<void> {
  fill(engine, predictions, ranked(runs));
  const byState = new Map(certificates.map((certificate) => [certificate.state_id, certificate]));
  const scorable = runs.flatMap(({ run, rows }) =>
    rows.filter((row) => byState.has(row.state_id)).map((row) => ({ run, row })),
  );
  const sheet = await scoreRun(
    byState,
    scorable.map(({ row }) => row),
    DEFAULT_CUTOFFS,
    task,
  );
  const columns = sheet.columns.map((column) => parseMeasure(column));
  function* values(): Generator<Row> {
    for (const [r, { run, row }] of scorable.entries()) {
      for (const [c, at] of columns.entries()) {
        if (at) yield [run, row.method, row.state_id, at.measure.name, at.k, valueAt(sheet, r, c)];
      }
    }
  }
  fill(engine, scores, values());
}
