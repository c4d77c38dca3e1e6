import type { Measure } from '$lib/serbench/metrics/measure';
import { measureNamed, parseMeasure } from '$lib/serbench/metrics/registry';
import { count } from '../words';

/** How much of a ranking counts. */
export type Budget =
  | { kind: 'items'; k: number }
  /** All that was returned, however long: of Complete, the paper's returned completion. */
  | { kind: 'returned' }
  /** Whole units in order while they fit; what does not fit is skipped. */
  | { kind: 'tokens'; ceiling: number }
  /** As `tokens`; each state's ceiling is what the named method's first `k` units use there. */
  | { kind: 'matched'; method: string; k: number };

/** A measure under a budget: a column of scores. */
export interface ScoreColumn {
  measure: Measure;
  budget: Budget;
}

/** `mss_complete@5`, `mss_complete@returned`, `mss_complete@4096t`, `mss_complete@8=<method>`: the column's name in files. */
export function columnKey({ measure, budget }: ScoreColumn): string {
  if (budget.kind === 'items') return `${measure.name}@${budget.k}`;
  if (budget.kind === 'returned') return `${measure.name}@returned`;
  if (budget.kind === 'tokens') return `${measure.name}@${budget.ceiling}t`;
  return `${measure.name}@${budget.k}=${budget.method}`;
}

/** The inverse of `columnKey`; null for anything else. */
export function parseColumn(key: string): ScoreColumn | null {
  const items = parseMeasure(key);
  if (items) return { measure: items.measure, budget: { kind: 'items', k: items.k } };
  const tokens = /^([a-z_]+)@([1-9]\d{0,6})t$/.exec(key);
  const returned = /^([a-z_]+)@returned$/.exec(key);
  const matched = /^([a-z_]+)@([1-9]\d{0,5})=([^]+)$/.exec(key);
  const measure = measureNamed((tokens ?? returned ?? matched)?.[1] ?? '');
  if (!measure) return null;
  if (returned) return { measure, budget: { kind: 'returned' } };
  if (tokens) return { measure, budget: { kind: 'tokens', ceiling: Number(tokens[2]) } };
  return matched
    ? { measure, budget: { kind: 'matched', method: matched[3] ?? '', k: Number(matched[2]) } }
    : null;
}

/** The budget in words, for labels. */
export function budgetLabel(budget: Budget): string {
  if (budget.kind === 'items') return `@${budget.k}`;
  if (budget.kind === 'returned') return ' over all returned units';
  if (budget.kind === 'tokens') return ` within ${count(budget.ceiling)} tokens`;
  return ` within the tokens of ${budget.method}@${budget.k}`;
}

/** `Complete-MSS@5`, `Complete-MSS within 4,096 tokens`: for people. */
export const columnLabel = ({ measure, budget }: ScoreColumn): string => measure.label + budgetLabel(budget);
