import { BatchWriter, type Batch } from '../arrow/batch-writer';
import type { RowSink, TableSpec } from '../tables/spec';
import { BlobCollector } from './blob-collector';
import type { PreparedTable } from './prepared';

interface Open {
  writer: BatchWriter;
  blob: BlobCollector;
  rows: number;
  batches: number[];
  /** Batches that are not passed on yet; null where nobody waits for them. */
  waiting: Batch[] | null;
}

function opened(spec: TableSpec, pass: ((batch: Batch) => void) | null): Open {
  const waiting: Batch[] | null = pass ? [] : null;
  const blob = new BlobCollector(pass && waiting && (() => waiting.splice(0).forEach(pass)));
  return { writer: new BatchWriter(spec), blob, rows: 0, batches: [], waiting };
}

/** Rows of many tables, gathered into Arrow batches and those into Blobs. */
export class TableCollector {
  readonly #tables: Map<string, Open>;

  /** `pass` is given every batch once it is kept; it may move the buffer away. */
  constructor(specs: readonly TableSpec[], pass: ((batch: Batch) => void) | null = null) {
    this.#tables = new Map(specs.map((spec) => [spec.name, opened(spec, pass)]));
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
    open.waiting?.push(batch);
    open.blob.add(batch.bytes);
  }
}
