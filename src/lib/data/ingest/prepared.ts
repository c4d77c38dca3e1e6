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

/** What a split's lists and tables of answers show: small, and at hand once the files are read. */
export interface PreparedHead {
  splitKey: string;
  /** TABLES_VERSION when it was made. */
  version: number;
  itemsSha256: string;
  /** Whether certificates are in it. */
  labelled: boolean;
  summaries: StateSummary[];
  /**
   * The pools' ids by state, in the summaries' order, as JSON in UTF-8: making tens of thousands of strings would hold
   * up the page, which never looks at them.
   */
  pools: Uint8Array<ArrayBuffer>;
  certificates: Certificate[];
}

/** The bulk of a split, in the browser's hands. */
export interface PreparedContent {
  /** All records as JSON lines. */
  text: Blob;
  tables: PreparedTable[];
}

/** A split as it is kept, and opened on the next visit without parsing. */
export type KeptPrepared = PreparedHead & PreparedContent;

/** A split made ready: read and validated once. */
export interface Prepared extends PreparedHead {
  /** Comes a moment after the head of a split that was just read; at once for a kept one. */
  content: Promise<PreparedContent>;
}

/** Bytes on disk. */
export const preparedBytes = (kept: PreparedContent): number =>
  kept.text.size + kept.tables.reduce((sum, table) => sum + table.content.size, 0);
