import type { Figure } from '$lib/figure/figure';
import type { PaperFacts, PaperTable } from '../schema';
import { libraCost, libraInstances } from './counts';
import { libraTraining } from './training';
import { libraTrajectories } from './trajectories';
import { libraTransfer } from './transfer';

const makes: Record<string, (table: PaperTable, facts: PaperFacts) => Figure> = {
  'libra-table-01': libraTraining,
  'libra-table-02': libraTransfer,
  'libra-table-03': libraInstances,
  'libra-table-04': libraCost,
  'libra-table-05': libraTrajectories,
};

/** The figure drawn from a table of the second paper's numbers; null where a table says it all. */
export const libraFigure = (table: PaperTable, facts: PaperFacts): Figure | null =>
  makes[table.id]?.(table, facts) ?? null;
