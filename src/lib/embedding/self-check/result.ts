/**
 * What the check after a load found. `compared`: with shipped vectors; `plausible`: none are shipped for the model,
 * so related texts were compared with unrelated ones.
 */
export type CheckResult =
  | { ok: true; how: 'compared' | 'plausible'; lowest: number; batchesAgree: boolean }
  | { ok: false; why: string };
