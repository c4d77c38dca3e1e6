import type { Certificate } from '$lib/serbench/certificate';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { readRanking } from '$lib/serbench/metrics/outcome';
import type { Prediction } from '$lib/serbench/prediction';

/** Whether the first k units of each row are complete, by state; states without certificate are left out. */
export function completeAt(
  rows: readonly Prediction[],
  certificates: readonly Certificate[],
  k: number,
): Map<string, boolean> {
  const byState = new Map(certificates.map((certificate) => [certificate.state_id, certificate]));
  const complete = new Map<string, boolean>();
  for (const row of rows) {
    const certificate = byState.get(row.state_id);
    if (!certificate) continue;
    const outcome = readRanking(compileCertificate(certificate), row.ranked_evidence_ids);
    complete.set(row.state_id, outcome.completeRank <= k);
  }
  return complete;
}
