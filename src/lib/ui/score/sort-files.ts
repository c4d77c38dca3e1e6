import type { FileKind } from '$lib/serbench/reading/identify';
import type { FaultReport } from '$lib/serbench/score/session';
import type { NamedBlob } from '$workers/score.worker';

/** Dropped files by what they are. */
export interface Sorted {
  items: NamedBlob | null;
  labels: NamedBlob | null;
  predictions: NamedBlob[];
}

/** Nothing is taken: why, and what to do. */
export interface Refused {
  refusal: string;
  faults: FaultReport | null;
}

const MOST_FILES = 20;

/** Tells dropped files apart by content, and refuses what cannot be meant. */
export async function sortFiles(
  dropped: readonly File[],
  folders: number,
  identify: (file: NamedBlob) => Promise<{ kind: FileKind | null; faults: FaultReport }>,
): Promise<Sorted | Refused> {
  const refuse = (refusal: string, faults: FaultReport | null = null): Refused => ({ refusal, faults });
  if (folders > 0) {
    return refuse(
      'A folder was dropped. Open it and drop the files themselves: items, labels and predictions, as .jsonl or .jsonl.gz.',
    );
  }
  if (dropped.length > MOST_FILES) {
    return refuse(
      `${dropped.length} files were dropped, and at most ${MOST_FILES} are read at once. A run is one predictions.jsonl with a row for every state; several methods can share it.`,
    );
  }
  const sorted: Sorted = { items: null, labels: null, predictions: [] };
  for (const file of dropped) {
    const named = { name: file.name, blob: file };
    const { kind, faults } = await identify(named);
    if (kind === null) {
      const fault = faults.errors > 0 ? faults : null;
      const why = fault
        ? 'see the fault below.'
        : 'its first row has none of "candidate_evidence" (items), "required_evidence_groups" (labels) or "ranked_evidence_ids" (predictions).';
      return refuse(
        file.size === 0 ? `${file.name} is empty.` : `${file.name} is no SERBench file: ${why}`,
        fault,
      );
    }
    if (kind === 'predictions') sorted.predictions.push(named);
    else if (sorted[kind])
      return refuse(`Two files of ${kind}: ${sorted[kind].name} and ${file.name}. Drop one of them.`);
    else sorted[kind] = named;
  }
  return sorted;
}
