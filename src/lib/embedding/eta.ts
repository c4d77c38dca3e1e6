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

/** Some texts of a list, spread evenly over it by length. */
export function sampleOf(texts: readonly string[]): string[] {
  const byLength = [...texts].sort((a, b) => a.length - b.length);
  const size = Math.min(SAMPLE, byLength.length);
  return Array.from(
    { length: size },
    (_, i) => byLength[Math.floor(((i + 0.5) * byLength.length) / size)] ?? '',
  );
}

export const loadOf = (texts: readonly string[]): Load => ({
  texts: texts.length,
  characters: charactersOf(texts),
  sample: sampleOf(texts),
});

/**
 * Times the reading of a few texts and scales by characters: a long run says how long it will take before it starts.
 * What was read is thrown away.
 */
export async function estimateBy(
  read: (sample: string[]) => Promise<unknown>,
  { characters, sample }: Load,
  now: () => number = () => performance.now(),
): Promise<Estimate> {
  const before = now();
  await read(sample);
  const sampleSeconds = (now() - before) / 1000;
  const share = characters / Math.max(1, charactersOf(sample));
  return { sampled: sample.length, sampleSeconds, seconds: sampleSeconds * share };
}

/** The same with an encoder and the texts at hand. */
export const estimate = (
  encoder: Encoder,
  texts: readonly string[],
  kind: TextKind,
  task: Task,
  now?: () => number,
): Promise<Estimate> =>
  estimateBy(
    (sample) => encoder.encode(sample, kind, { ...task, progress: () => undefined }),
    loadOf(texts),
    now,
  );
