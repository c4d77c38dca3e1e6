/**
 * What the check after a load found. `compared`: with shipped vectors; `plausible`: none are shipped for the model,
 * so related texts were compared with unrelated ones. A failure is `grave` when the results are certainly wrong; an
 * implausible model may only be an unusual one, so WASM runs it with a warning.
 */
export type CheckResult =
  | { ok: true; how: 'compared' | 'plausible'; lowest: number; batchesAgree: boolean }
  | { ok: false; why: string; grave: boolean };
