import type { Certificate } from '$lib/serbench/certificate';

/** A state as a list shows it; its whole record is `text` from `start` to `end`. */
export interface StateSummary {
  position: number;
  state_id: string;
  instance_id: string;
  repo: string;
  split: string | null;
  state_type: string;
  /** The first line, cut to 160 characters. */
  title: string;
  pool: number;
  steps: number;
  /** Pool units whose id the state lists as observed; scoring knows only these. */
  observedIds: number;
  /** Pool units that carry the flag. */
  observedFlags: number;
  /** Bytes of the record in `text`. */
  start: number;
  end: number;
}

/** The Arrow batches of one table, one after another. */
export interface PreparedTable {
  name: string;
  rows: number;
  /** Length of each batch in bytes. */
  batches: number[];
  content: Blob;
}

/** A split made ready: read and validated once, kept, and opened again without parsing. */
export interface Prepared {
  splitKey: string;
  /** TABLES_VERSION when it was made. */
  version: number;
  itemsSha256: string;
  /** Whether certificates are in it. */
  labelled: boolean;
  summaries: StateSummary[];
  /** All records as JSON lines. */
  text: Blob;
  /** The pools' ids by state, in the summaries' order. */
  pools: string[][];
  certificates: Certificate[];
  tables: PreparedTable[];
}

/** Bytes on disk. */
export const preparedBytes = (prepared: Prepared): number =>
  prepared.text.size + prepared.tables.reduce((sum, table) => sum + table.content.size, 0);
