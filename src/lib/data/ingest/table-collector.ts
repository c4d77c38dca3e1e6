import { BatchWriter, type Batch } from '../arrow/batch-writer';
import type { RowSink, TableSpec } from '../tables/spec';
import { BlobCollector } from './blob-collector';
import type { PreparedTable } from './prepared';

interface Open {
  writer: BatchWriter;
  blob: BlobCollector;
  rows: number;
  batches: number[];
}

/** Rows of many tables, gathered into Arrow batches and those into Blobs. */
export class TableCollector {
  readonly #tables: Map<string, Open>;

  constructor(specs: readonly TableSpec[]) {
    this.#tables = new Map(
      specs.map((spec) => [
        spec.name,
        { writer: new BatchWriter(spec), blob: new BlobCollector(), rows: 0, batches: [] },
      ]),
    );
  }

  readonly add: RowSink = (table, row) => {
    const open = this.#tables.get(table.name);
    if (!open) throw new RangeError(`No table "${table.name}" is being gathered.`);
    this.#keep(open, open.writer.add(row));
  };

  take(): PreparedTable[] {
    return [...this.#tables].map(([name, open]) => {
      this.#keep(open, open.writer.flush());
      return { name, rows: open.rows, batches: open.batches, content: open.blob.take() };
    });
  }

  #keep(open: Open, batch: Batch | null): void {
    if (!batch) return;
    open.rows += batch.rows;
    open.batches.push(batch.bytes.length);
    open.blob.add(batch.bytes);
  }
}
