import { MEASURES, parseMeasure } from '../metrics/registry';
import type { RunNote } from './run-note';
import type { ScoreSheet } from './sheet';
import type { MethodSummary } from './summary';

export const PARTIAL = 'partial, not comparable';
export const REPORT_VERSION = 1;

/**
 * What every number rests on: stands beside the score files, which have no room for it. JSON with a final newline.
 * `provenance` is what must be said of the certificates; see `provenanceOf`.
 */
export function printReport(
  sheet: ScoreSheet,
  summaries: readonly MethodSummary[],
  splitStates: number,
  cutoffs: readonly number[] = sheet.cutoffs,
  notes: readonly RunNote[] = [],
  provenance: string | null = null,
): string {
  const partial = summaries.some((summary) => summary.status === 'partial');
  return `${JSON.stringify(
    {
      report: REPORT_VERSION,
      status: partial ? PARTIAL : 'complete',
      cutoffs,
      split_states: splitStates,
      ...(provenance === null ? {} : { certificates: provenance }),
      rank_rule: 'the order of the ids as returned; nothing removed, nothing moved up',
      mean_rule: 'over the method’s states, empty rankings included; exact sum, rounded once',
      measures: MEASURES.map(({ name, label, formula, released }) => ({ name, label, formula, released })),
      methods: summaries.map(({ method, states, empty, missing, status, means }) => ({
        method,
        states,
        empty,
        missing,
        status: status === 'partial' ? PARTIAL : 'complete',
        ...ofRun(notes.find(({ run }) => run === method)),
        means: Object.fromEntries(
          sheet.columns.flatMap((column, i) =>
            cutoffs.includes(parseMeasure(column)?.k ?? 0) ? [[column, means[i] ?? null]] : [],
          ),
        ),
      })),
    },
    null,
    2,
  )}\n`;
}

/** Which run a line is of, and what of it is no answer of its method. */
const ofRun = (note: RunNote | undefined) =>
  note && {
    file_method: note.method,
    configuration_sha256: note.configurationHash,
    added_at: note.addedAt,
    failed: note.failed,
    fallback_states: note.fallbackStates,
    fallback_states_of: note.accountedStates,
  };
