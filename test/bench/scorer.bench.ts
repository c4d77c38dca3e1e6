import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Certificate } from '$lib/serbench/certificate';
import { FaultList } from '$lib/serbench/fault';
import { DEFAULT_CUTOFFS } from '$lib/serbench/metrics/registry';
import type { Prediction } from '$lib/serbench/prediction';
import { readJsonLines } from '$lib/serbench/reading/json-lines';
import { printPerState, printSummary } from '$lib/serbench/score/files';
import { scoreRun } from '$lib/serbench/score/score-run';
import { summarise } from '$lib/serbench/score/summary';
import { quietTask } from '$lib/serbench/task';

export const name = 'scorer';

const golden = (path: string) => fileURLToPath(new URL(`../golden/data/${path}`, import.meta.url));
const rows = (path: string) =>
  readFileSync(golden(path), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const certificatesOf = (path: string) => {
  const list = rows(path).map(
    (row) => ({ ...row, ...(row['graded_labels'] as object | undefined) }) as unknown as Certificate,
  );
  return new Map(list.map((certificate) => [certificate.state_id, certificate]));
};

async function seconds(times: number, work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < times; i += 1) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best / 1000;
}

async function scoreAll(
  certificates: Map<string, Certificate>,
  predictions: Prediction[],
  cutoffs: readonly number[],
): Promise<number> {
  const sheet = await scoreRun(certificates, predictions, cutoffs);
  const text = printSummary(sheet, summarise(sheet, certificates.size));
  let length = text.length;
  for (const line of printPerState(sheet)) length += line.length;
  return length;
}

/** Twelve methods over 500 states, made from the golden set by new names and rotated rankings. */
function twelveMethods(certificates: Map<string, Certificate>, predictions: Prediction[]) {
  const many = new Map<string, Certificate>();
  const run: Prediction[] = [];
  const ofState = new Map(predictions.map((row) => [row.state_id, row]));
  const originals = [...certificates.values()];
  for (let s = 0; s < 500; s += 1) {
    const certificate = originals[s % originals.length]!;
    const state_id = `state-${s}`;
    many.set(state_id, { ...certificate, state_id });
    const ids = ofState.get(certificate.state_id)?.ranked_evidence_ids ?? [];
    for (let m = 0; m < 12; m += 1)
      run.push({ state_id, method: `m${m}`, ranked_evidence_ids: [...ids.slice(m), ...ids.slice(0, m)] });
  }
  return { many, run };
}

async function readingRatio(): Promise<number> {
  const line = JSON.stringify(rows('views/items.jsonl')[0]);
  const text = Array.from({ length: Math.ceil(100e6 / line.length) }, () => line).join('\n');
  const blob = new Blob([gzipSync(text, { level: 6 })]);
  const bare = await seconds(3, async () => {
    const whole = await new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();
    for (const one of whole.split('\n')) JSON.parse(one);
  });
  const ours = await seconds(3, async () => {
    const faults = new FaultList();
    for await (const _ of readJsonLines(blob, 'x', faults, quietTask()));
    if (faults.total > 0) throw new Error('The bench file has faults.');
  });
  return ours / bare;
}

export async function run(report: (line: string) => void): Promise<void> {
  const large = certificatesOf('scorer-large/labels.jsonl');
  const largeRows = rows('scorer-large/predictions.jsonl') as unknown as Prediction[];
  const largeTime = await seconds(3, () => scoreAll(large, largeRows, [1, 5, 8, 20]));
  report(
    `golden/scorer-large scored and printed: ${largeTime.toFixed(3)} s of the allowed 0.5 s (${(largeTime / 0.5).toFixed(2)}x)`,
  );

  const small = certificatesOf('scorer/labels.jsonl');
  const { many, run } = twelveMethods(small, rows('scorer/predictions.jsonl') as unknown as Prediction[]);
  const bigTime = await seconds(3, () => scoreAll(many, run, DEFAULT_CUTOFFS));
  const one = await seconds(3, () =>
    scoreAll(
      many,
      run.filter((row) => row.method === 'm0'),
      DEFAULT_CUTOFFS,
    ),
  );
  report(
    `12 methods x 500 states x 7 cutoffs scored and printed: ${bigTime.toFixed(2)} s, ${(bigTime / one).toFixed(1)}x one method`,
  );

  report(
    `reading 100 MB of gzip JSON Lines strictly: ${(await readingRatio()).toFixed(2)}x bare inflate and JSON.parse (allowed 1.5x)`,
  );
}
