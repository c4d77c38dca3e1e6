import type { FaultReport } from '$lib/serbench/score/session';

/** Two reports as one, the earlier first; null when neither has a fault to show. */
export function joinReports(before: FaultReport | null, more: FaultReport): FaultReport | null {
  const all: FaultReport = {
    kept: [...(before?.kept ?? []), ...more.kept],
    errors: (before?.errors ?? 0) + more.errors,
    warnings: (before?.warnings ?? 0) + more.warnings,
    kinds: [...(before?.kinds ?? []), ...more.kinds],
  };
  return all.kept.length > 0 ? all : null;
}
