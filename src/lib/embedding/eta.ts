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
  const byLength = [...texts].sort((a, b) => a.length - b.length);
  const size = Math.min(SAMPLE, byLength.length);
  const sample = Array.from(
    { length: size },
    (_, i) => byLength[Math.floor(((i + 0.5) * byLength.length) / size)] ?? '',
  );
  const characters = (list: readonly string[]) => list.reduce((sum, { length }) => sum + length, 0);
  const before = now();
  await encoder.encode(sample, kind, { ...task, progress: () => undefined });
  const sampleSeconds = (now() - before) / 1000;
  const share = characters(texts) / Math.max(1, characters(sample));
  return { sampled: size, sampleSeconds, seconds: sampleSeconds * share };
}
