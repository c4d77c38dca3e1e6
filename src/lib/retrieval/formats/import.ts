import { FaultList } from '$lib/serbench/fault';
import type { Prediction } from '$lib/serbench/prediction';
import { readPredictions } from '$lib/serbench/reading/predictions';
import { RowFaults } from '$lib/serbench/reading/row-faults';
import type { SplitIndex } from '$lib/serbench/split-index';
import type { Task } from '$lib/serbench/task';
import type { Format } from './export';
import { importBeir } from './import-beir';
import { importCsv } from './import-csv';
import { importTrec } from './import-trec';
import { readText, WholeTextFaults } from './text-file';

export interface Imported {
  rows: Prediction[];
  faults: FaultList;
  preview: Preview;
}

/** What an import would bring, to be shown before anything is added. */
export interface Preview {
  methods: string[];
  states: number;
  units: number;
  /** Of the split's states, how many have no answer here; null without a split. */
  missingStates: number | null;
  /** States and units that the split does not know; null without a split. */
  unknownStates: number | null;
  unknownUnits: number | null;
  /** The first rows, cut to five units. */
  sample: Prediction[];
}

/** A guess from name and first characters, which say nothing when packed; the user can choose otherwise. */
export function guessFormat(name: string, head: string): Format {
  const start = head.replace(/^\ufeff/, '').trimStart();
  if (/\.jsonl(\.gz)?$/i.test(name)) return 'predictions';
  if (/\.csv(\.gz)?$/i.test(name) || /^"?state_id"?,/.test(start)) return 'csv';
  if (/\.json\.gz$/i.test(name)) return 'beir';
  if (start.startsWith('{'))
    return /^\{\s*"(state_id|method|ranked_evidence_ids)"/.test(start) ? 'predictions' : 'beir';
  return 'trec';
}

/**
 * Reads a ranking of any of the four formats, gzip or not. `method` names it where the format does not. Faults carry file, line and
 * field; rows are usable only when there is no error.
 */
export async function importRun(
  blob: Blob,
  { file, format, method, split }: { file: string; format: Format; method: string; split: SplitIndex | null },
  task: Task,
): Promise<Imported> {
  const faults = new FaultList();
  const rows: Prediction[] = [];
  if (format === 'predictions') {
    for await (const row of readPredictions(blob, file, faults, task, null)) rows.push(row);
  } else {
    const plain = new RowFaults(faults, file);
    const text = await readText(blob, plain, task);
    // A BEIR file is one value over many lines; the others are read line by line.
    const located = format === 'beir' ? new WholeTextFaults(faults, file) : plain;
    if (text !== null) rows.push(...READERS[format](text, method, located));
    if (rows.length === 0 && faults.errors === 0) located.add('no-rows', 'The file holds no ranking.');
  }
  return { rows, faults, preview: previewOf(rows, split) };
}

const READERS: Record<
  Exclude<Format, 'predictions'>,
  (text: string, method: string, at: RowFaults) => Prediction[]
> = {
  trec: (text, _method, at) => importTrec(text, at),
  beir: importBeir,
  csv: importCsv,
};

function previewOf(rows: readonly Prediction[], split: SplitIndex | null): Preview {
  const states = new Set(rows.map((row) => row.state_id));
  const ids = rows.flatMap((row) => row.ranked_evidence_ids.map((id) => ({ id, state: row.state_id })));
  const unknown = (test: boolean[]): number => test.filter(Boolean).length;
  return {
    methods: [...new Set(rows.map((row) => row.method))],
    states: states.size,
    units: ids.length,
    missingStates: split && unknown([...split.keys()].map((id) => !states.has(id))),
    unknownStates: split && unknown([...states].map((id) => !split.has(id))),
    unknownUnits: split && unknown(ids.map(({ id, state }) => split.get(state)?.ids.has(id) === false)),
    sample: rows
      .slice(0, 3)
      .map((row) => ({ ...row, ranked_evidence_ids: row.ranked_evidence_ids.slice(0, 5) })),
  };
}
