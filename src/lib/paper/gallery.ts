import type { Figure } from '$lib/figure/figure';
import { actionPrecision, actionVerdicts } from './figures/action52';
import { amaTokens } from './figures/ama-tokens';
import { attribution } from './figures/attribution';
import { budgetCurves } from './figures/budget-curves';
import { actionForest, overlapForest, statedContrasts } from './figures/contrasts';
import { boundaryStrata, groupCounts, reviewers } from './figures/counts';
import { discovery } from './figures/discovery';
import { fresh23Outcomes } from './figures/fresh23';
import { groupSlopes, type OwnStrata } from './figures/group-slopes';
import { mainComparison } from './figures/main-comparison';
import { matchedBudgets } from './figures/matched-budgets';
import { neighbourhood } from './figures/neighbourhood';
import { overlapSlopes } from './figures/overlap-slopes';
import type { PaperFacts, PaperTable } from './schema';

/** Makes a figure of a table; where strata are drawn, `own` gives the reader's own runs at a cutoff. */
export type TableFigure = (table: PaperTable, own?: (k: number) => OwnStrata[]) => Figure;

/** The figures drawn from each table, as shown beside it; tables without an entry are best read as tables. */
export const tableFigures: Record<string, TableFigure[]> = {
  'table-01': [(table) => mainComparison(table), (table) => mainComparison(table, 'group')],
  'table-02': [actionPrecision],
  'table-03': [
    (table) => amaTokens(table),
    (table) => amaTokens(table, 'answer_total'),
    (table) => amaTokens(table, 'online_total'),
  ],
  'table-04': [attribution],
  'table-07': [reviewers],
  'table-11': [budgetCurves],
  'table-12': [matchedBudgets],
  'table-13': [boundaryStrata],
  'table-14': [(table) => overlapSlopes(table), (table) => overlapSlopes(table, 8)],
  'table-15': [(table) => overlapForest(table)],
  'table-16': [
    (table, own) => groupSlopes(table, 5, own?.(5)),
    (table, own) => groupSlopes(table, 8, own?.(8)),
  ],
  'table-17': [discovery],
  'table-18': [neighbourhood],
  'table-21': [actionVerdicts],
  'table-22': [actionForest],
  'table-23': [actionForest],
  'table-24': [fresh23Outcomes],
  'table-25': [actionForest],
};

/** The figures drawn from what the text states outside its tables. */
export const factFigures: ((facts: PaperFacts) => Figure)[] = [
  (facts) => statedContrasts(facts, 'test500'),
  (facts) => statedContrasts(facts, 'attribution'),
  (facts) => statedContrasts(facts, 'discovery'),
  groupCounts,
];
