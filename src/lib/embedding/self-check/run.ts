import type { Task } from '$lib/serbench/task';
import type { TransformerEncoder } from '../transformer/encoder';
import type { Dtype } from '../transformer/settings';
import { cosine, lowestCosine, SANITY_TEXTS, storedVectors } from './check';
import type { CheckResult } from './result';

/** Greatest difference of a vector alone and in a batch that models of full precision may show. */
const BATCH_TOLERANCE = 1e-6;

/** Embeds three texts right after a load: a device that computes other vectors is found before they are used. */
export async function selfCheck(encoder: TransformerEncoder, dtype: Dtype, task: Task): Promise<CheckResult> {
  const stored = storedVectors(encoder.identity.model);
  const bare = { ...encoder.settings, prefix: { query: '', document: '' } };
  const plain = encoder.withSettings(bare);
  const texts = stored?.rows.map(({ text }) => text) ?? SANITY_TEXTS;
  const alone: Float32Array[] = [];
  for (const text of texts) alone.push((await plain.encode([text], 'document', task)).vectors);
  if (alone.some((vector) => !vector.every(Number.isFinite) || vector.every((value) => value === 0))) {
    return { ok: false, why: 'it gives vectors that are empty or not numbers', grave: true };
  }
  const batchesAgree = encoder.single || (await agree(plain, texts, alone, task));
  if (stored !== undefined) {
    const lowest = Math.min(...stored.rows.map(({ vector }, i) => cosine(alone[i] ?? [], vector)));
    if (lowest >= lowestCosine(dtype)) return { ok: true, how: 'compared', lowest, batchesAgree };
    return {
      ok: false,
      why: `its vectors differ from the shipped ones (cosine ${lowest.toFixed(3)})`,
      grave: true,
    };
  }
  const [a = [], b = [], c = []] = alone;
  const related = cosine(a, b);
  const unrelated = Math.max(cosine(a, c), cosine(b, c));
  if (related > unrelated) return { ok: true, how: 'plausible', lowest: related, batchesAgree };
  return { ok: false, why: 'it finds unrelated texts more alike than related ones', grave: false };
}

async function agree(
  encoder: TransformerEncoder,
  texts: readonly string[],
  alone: readonly Float32Array[],
  task: Task,
): Promise<boolean> {
  const { vectors } = await encoder.encode(texts, 'document', task);
  return alone.every((vector, row) =>
    vector.every(
      (value, d) => Math.abs(value - (vectors[row * vector.length + d] ?? NaN)) <= BATCH_TOLERANCE,
    ),
  );
}
