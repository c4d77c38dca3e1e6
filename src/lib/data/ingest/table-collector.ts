import { BatchWriter, type Batch } from '../arrow/batch-writer';
import type { RowSink, TableSpec } from '../tables/spec';

/** A table's size, without its bytes. */
export interface TableShape {
  name: string;
  rows: number;
  /** Length of each batch in bytes. */
  batches: number[];
}

interface Open extends TableShape {
  writer: BatchWriter;
}

/** Rows of many tables, gathered into Arrow batches. */
export class TableCollector {
  readonly #tables: Map<string, Open>;

  /** `pass` is given every batch, in order; its buffer is `pass`'s own. */
  constructor(
    specs: readonly TableSpec[],
    readonly pass: (batch: Batch) => void,
  ) {
    this.#tables = new Map(
      specs.map((spec) => [
        spec.name,
        { name: spec.name, writer: new BatchWriter(spec), rows: 0, batches: [] },
      ]),
    );
  }

  readonly add: RowSink = (table, row) => {
    const open = this.#tables.get(table.name);
    if (!open) throw new RangeError(`No table "${table.name}" is being gathered.`);
    this.#pass(open, open.writer.add(row));
  };

  /** Passes what is left, and tells the tables' sizes. */
  finish(): TableShape[] {
    return [...this.#tables.values()].map((open) => {
      this.#pass(open, open.writer.flush());
      return { name: open.name, rows: open.rows, batches: open.batches };
    });
  }

  #pass(open: Open, batch: Batch | null): void {
    if (!batch) return;
    open.rows += batch.rows;
    open.batches.push(batch.bytes.length);
    this.pass(batch);
  }
}
