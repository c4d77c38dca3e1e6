import type { State } from '$lib/serbench/state';
import { queryText } from '../query-text';
import { passagesOf } from './passages';

/** What the static encoder is to read of one state. */
export interface StaticTexts {
  /** Issue, its first line, need with subgoal and issue. */
  queries: [issue: string, subject: string, need: string];
  /** Each different path once. */
  paths: string[];
  /** Place in `paths` of each unit's path. */
  pathOf: Int32Array;
  passages: string[];
  /** Passages of unit i: `starts[i]` up to `starts[i + 1]`. */
  starts: Int32Array;
}

/** Their vectors, L2-normalised, in the same order. */
export interface StaticVectors {
  queries: readonly [Float32Array, Float32Array, Float32Array];
  paths: readonly Float32Array[];
  passages: readonly Float32Array[];
}

export function staticTexts(state: State): StaticTexts {
  const issue = queryText(state, 'issue');
  const subject = /^[^\r\n]*/.exec(issue)?.[0] ?? '';
  const places = new Map<string, number>();
  const pathOf = Int32Array.from(state.candidate_evidence, ({ source_path }) => {
    const place = places.get(source_path) ?? places.size;
    places.set(source_path, place);
    return place;
  });
  const passages: string[] = [];
  const starts = new Int32Array(state.candidate_evidence.length + 1);
  state.candidate_evidence.forEach((unit, i) => {
    passages.push(...passagesOf(unit));
    starts[i + 1] = passages.length;
  });
  return {
    queries: [issue, subject, queryText(state, 'dense')],
    paths: [...places.keys()],
    pathOf,
    passages,
    starts,
  };
}

/** All texts in one list, for one call of an encoder: queries, paths, passages. */
export const allTexts = ({ queries, paths, passages }: StaticTexts): string[] => [
  ...queries,
  ...paths,
  ...passages,
];

/** Parts what an encoder returned for `allTexts`: a matrix of rows. */
export function partVectors(
  { queries, paths, passages }: StaticTexts,
  matrix: Float32Array,
  dimensions: number,
): StaticVectors {
  const count = queries.length + paths.length + passages.length;
  if (matrix.length !== count * dimensions) {
    throw new RangeError(`${count} texts of ${dimensions} dimensions do not make ${matrix.length} numbers.`);
  }
  const row = (i: number): Float32Array => matrix.subarray(i * dimensions, (i + 1) * dimensions);
  const rows = (from: number, length: number): Float32Array[] =>
    Array.from({ length }, (_, i) => row(from + i));
  return {
    queries: [row(0), row(1), row(2)],
    paths: rows(queries.length, paths.length),
    passages: rows(queries.length + paths.length, passages.length),
  };
}
