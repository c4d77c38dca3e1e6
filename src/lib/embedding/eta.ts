import type { Task } from '$lib/serbench/task';
import type { Encoder, TextKind } from './encoder';

export interface Estimate {
  /** Texts timed, and how long they took. */
  sampled: number;
  sampleSeconds: number;
  /** For all texts, at the speed of the sample. */
  seconds: number;
}

const SAMPLE = 8;

/** A list of texts as an estimate needs it: how much there is to read, and a few of them, spread evenly by length. */
export interface Load {
  texts: number;
  characters: number;
  sample: string[];
}

const charactersOf = (list: readonly string[]) => list.reduce((sum, { length }) => sum + length, 0);

export function loadOf(texts: readonly string[]): Load {
  const byLength = [...texts].sort((a, b) => a.length - b.length);
  const size = Math.min(SAMPLE, byLength.length);
  const sample = Array.from(
    { length: size },
    (_, i) => byLength[Math.floor(((i + 0.5) * byLength.length) / size)] ?? '',
  );
  return { texts: texts.length, characters: charactersOf(texts), sample };
}

/**
 * Times a few texts, spread evenly over the list by length, and scales by characters: a long run says how long it
 * will take before it starts. The sample's vectors are thrown away.
 */
export async function estimate(
  encoder: Encoder,
  texts: readonly string[],
  kind: TextKind,
  task: Task,
  now: () => number = () => performance.now(),
): Promise<Estimate> {
  return estimateLoad(encoder, loadOf(texts), kind, task, now);
}

/** The same where the texts themselves are elsewhere. */
export async function estimateLoad(
  encoder: Encoder,
  { characters, sample }: Load,
  kind: TextKind,
  task: Task,
  now: () => number = () => performance.now(),
): Promise<Estimate> {
  const before = now();
  await encoder.encode(sample, kind, { ...task, progress: () => undefined });
  const sampleSeconds = (now() - before) / 1000;
  const share = characters / Math.max(1, charactersOf(sample));
  return { sampled: sample.length, sampleSeconds, seconds: sampleSeconds * share };
}
