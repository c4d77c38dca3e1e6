import type { Prediction } from '$lib/serbench/prediction';

/** Where a ranking beside the views comes from, as the table says it. */
export type Origin = 'second stage' | 'query form' | 'complement-fused' | `imported from ${string}`;

/** A ranking of the split that is not one of its views or their fusion. */
export interface Made {
  /** Its name in tables: an imported method may have a name that another ranking here has. */
  label: string;
  method: string;
  origin: Origin;
  /** What the ranking depends on beside the fusion's configuration. */
  besides: Record<string, unknown>;
  rows: Prediction[];
}

/** The rows under the ranking's label, to be scored beside the others. */
export const labelled = ({ label, rows }: Made): Prediction[] =>
  rows.map((row) => ({ ...row, method: label }));

/** What a file brought, one ranking a method; the file's name tells them from rankings made here. */
export const importedRankings = (rows: readonly Prediction[], file: string): Made[] =>
  [...new Set(rows.map(({ method }) => method))].map((method) => ({
    label: `${method} (${file})`,
    method,
    origin: `imported from ${file}`,
    besides: {},
    rows: rows.filter((row) => row.method === method),
  }));
