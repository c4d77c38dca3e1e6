import type { Task } from '$lib/serbench/task';
import type { StateAnalysis } from '../analysis/state-analysis';
import { encodeRows, type TextEncoder } from '../run/text-encoder';
import { rankInstant, type InstantRanking } from './instant';
import { allTexts, partVectors, staticTexts } from './texts';
import { rankThorough, thoroughTexts } from './thorough';

/** Instant: encodes the state's passages, paths and queries with the static encoder and ranks. */
export async function runInstant(
  analysis: StateAnalysis,
  encoder: TextEncoder,
  task: Task,
): Promise<InstantRanking> {
  const texts = staticTexts(analysis.state);
  const { vectors, dimensions } = await encoder.encode(allTexts(texts), 'document', task);
  return rankInstant(analysis, texts, partVectors(texts, vectors, dimensions));
}

/** Thorough: the instant ranking, its leading units read again by a transformer. */
export async function runThorough(
  analysis: StateAnalysis,
  encoders: { fast: TextEncoder; transformer: TextEncoder },
  task: Task,
): Promise<number[]> {
  const instant = await runInstant(analysis, encoders.fast, task);
  const texts = thoroughTexts(analysis, instant);
  const [query = new Float32Array()] = await encodeRows(encoders.transformer, [texts.query], 'query', task);
  const documents = await encodeRows(encoders.transformer, texts.documents, 'document', task);
  return rankThorough(analysis, instant, texts, query, documents);
}
