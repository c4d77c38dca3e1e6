import { printPythonJson } from '$lib/serbench/python-json';
import type { Prediction } from '$lib/serbench/prediction';
import { toCsv } from '$lib/table/csv';

export const FORMATS = {
  predictions: { label: 'predictions.jsonl', extension: 'jsonl', media: 'application/jsonl' },
  trec: { label: 'TREC run', extension: 'run', media: 'text/plain' },
  beir: { label: 'BEIR JSON', extension: 'json', media: 'application/json' },
  csv: { label: 'CSV', extension: 'csv', media: 'text/csv' },
} as const;

export type Format = keyof typeof FORMATS;

export const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name);

/** A name that a format cannot carry. */
export class UnwritableId extends Error {
  override name = 'UnwritableId';
}

/** White space, and control characters: readers in Python part columns at some of those too. */
const WHITE = /[\s\p{Cc}]/u;

function wellFormed(id: string, what: string, format: string): string {
  if (!/\p{Cs}/u.test(id)) return id;
  throw new UnwritableId(
    `The ${what} ${JSON.stringify(id)} holds half a character, which no UTF-8 file can carry, so ${format} cannot write it. Choose predictions.jsonl or BEIR JSON.`,
  );
}

function wholeWord(id: string, what: string): string {
  if (id !== '' && !WHITE.test(id)) return wellFormed(id, what, 'a TREC run');
  throw new UnwritableId(
    `A TREC run parts its columns by white space, so the ${what} ${JSON.stringify(id)} cannot be written. Choose another format.`,
  );
}

/**
 * A score that falls by one a rank and ends at 1: those tools order by score and break ties in their own ways, so only
 * distinct scores carry the order over.
 */
const standIn = (count: number, place: number): number => count - place;

const toPredictions = (rows: readonly Prediction[]): string =>
  rows.map((row) => `${printPythonJson({ ...row })}\n`).join('');

const toTrec = (rows: readonly Prediction[]): string =>
  rows
    .flatMap(({ state_id, method, ranked_evidence_ids: ids }) =>
      ids.map((id, place) => {
        const query = wholeWord(state_id, 'state');
        const tag = wholeWord(method, 'method');
        return `${query} Q0 ${wholeWord(id, 'unit')} ${place + 1} ${standIn(ids.length, place)} ${tag}\n`;
      }),
    )
    .join('');

function toBeir(rows: readonly Prediction[]): string {
  const run = rows.map(({ state_id, ranked_evidence_ids: ids }): [string, Record<string, number>] => [
    state_id,
    Object.fromEntries(ids.map((id, place) => [id, standIn(ids.length, place)])),
  ]);
  return `${JSON.stringify(Object.fromEntries(run), null, 1)}\n`;
}

const toRankCsv = (rows: readonly Prediction[]): string =>
  toCsv({
    title: '',
    columns: [
      { key: 'state_id', label: 'state_id', kind: 'text' },
      { key: 'rank', label: 'rank', kind: 'count' },
      { key: 'evidence_id', label: 'evidence_id', kind: 'text' },
    ],
    rows: rows.flatMap(({ state_id, ranked_evidence_ids: ids }) =>
      ids.map((id, place) => [
        wellFormed(state_id, 'state', 'a CSV file'),
        place + 1,
        wellFormed(id, 'unit', 'a CSV file'),
      ]),
    ),
    notes: [],
  });

const WRITERS: Record<Format, (rows: readonly Prediction[]) => string> = {
  predictions: toPredictions,
  trec: toTrec,
  beir: toBeir,
  csv: toRankCsv,
};

/** One method's ranking as a file's text. Only predictions.jsonl carries empty answers. Throws UnwritableId. */
export function exportRun(rows: readonly Prediction[], format: Format): string {
  return WRITERS[format](rows);
}

/** The rows with each answer cut to its leading k units. */
export const cutRows = (rows: readonly Prediction[], k: number): Prediction[] =>
  rows.map((row) => ({ ...row, ranked_evidence_ids: row.ranked_evidence_ids.slice(0, k) }));
