import { gzipSync } from 'node:zlib';
import { exportRun, FORMATS, isFormat, UnwritableId, type Format } from '$lib/retrieval/formats/export';
import { guessFormat, importRun } from '$lib/retrieval/formats/import';
import type { Prediction } from '$lib/serbench/prediction';
import { quietTask } from '$lib/serbench/task';
import { below, damage, oddText, pick, type Random } from '../random';

const ALL = Object.keys(FORMATS).filter(isFormat);

function makeRows(random: Random, size: number): Prediction[] {
  const name = () => `${pick(random, ['', 'x', 'u1'])}${oddText(random, 6)}` || 'x';
  const states = [...new Set(Array.from({ length: 1 + below(random, 3) }, name))];
  return states.map((state_id) => ({
    state_id,
    method: 'm',
    ranked_evidence_ids: [...new Set(Array.from({ length: 1 + below(random, size) }, name))],
  }));
}

function written(rows: readonly Prediction[], format: Format): string | null {
  try {
    return exportRun(rows, format);
  } catch (error) {
    if (error instanceof UnwritableId) return null;
    throw error;
  }
}

const read = (content: string | Uint8Array<ArrayBuffer>, format: Format) =>
  importRun(new Blob([content]), { file: 'run', format, method: 'm', split: null }, quietTask());

const isBlank = (id: string) => id.trim() === '';

/**
 * Runs in four formats: what is written reads back the same or was refused; what is damaged is read or refused with
 * faults that say where, never by a raw error.
 */
export const runs = {
  name: 'runs',
  async run(random: Random, size = 12): Promise<number> {
    const format = pick(random, ALL);
    const rows = makeRows(random, size);
    const text = written(rows, format);
    const blank = rows.some((row) => [row.state_id, ...row.ranked_evidence_ids].some(isBlank));
    if (text !== null && !blank) {
      const back = await read(text, format);
      const sorted = (list: readonly Prediction[]) =>
        JSON.stringify([...list].sort((a, b) => (a.state_id < b.state_id ? -1 : 1)));
      if (sorted(back.rows) !== sorted(rows))
        throw new Error(`${format}: ${JSON.stringify(rows)} comes back as ${JSON.stringify(back)}`);
    }
    const whole = new TextEncoder().encode(text ?? oddText(random, size * 20));
    const plain = damage(random, whole);
    const packed = random() < 0.3 ? damage(random, gzipSync(whole)) : plain;
    guessFormat(
      pick(random, ['x.run', 'x.csv', 'x', 'x.jsonl.gz', 'x.json.gz']),
      new TextDecoder().decode(packed),
    );
    const { rows: found, faults } = await read(packed, format);
    for (const fault of faults.kept)
      if (!(fault.line >= 1) || fault.message.trim() === '' || (fault.column ?? 1) < 1)
        throw new Error(`${format}: a fault without a place: ${JSON.stringify(fault)}`);
    if (faults.errors === 0 && found.length === 0) throw new Error(`${format}: no row and no fault`);
    return packed.length;
  },
};
