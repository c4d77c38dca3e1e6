/** A table as a value: shown by the page, and printed as CSV, Markdown, LaTeX or JSON from the same rows. */
export type Cell = string | number | boolean | null;

export interface Column {
  key: string;
  label: string;
  /** `percent` holds a share in 0..1 and prints it times 100. */
  kind: 'text' | 'number' | 'percent' | 'count';
  /** Decimals shown; exports of raw numbers keep all digits. */
  digits?: number;
  /** One line for the header's tooltip. */
  help?: string;
}

export interface Table {
  title: string;
  columns: Column[];
  rows: Cell[][];
  /** Denominators, cutoffs, seeds, version: printed with every export. */
  notes: string[];
}
