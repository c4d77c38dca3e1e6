import { z } from 'zod';
import type { Prediction } from '$lib/serbench/prediction';

const Row = z.object({ state_id: z.string(), method: z.string(), ranked_evidence_ids: z.array(z.string()) });

/** The rows of the site's own demo file. Users' files go through the located validation of `serbench/reading`. */
export async function parsePredictionRows(file: Blob): Promise<Prediction[]> {
  const lines = (await file.text()).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => Row.parse(JSON.parse(line)));
}
