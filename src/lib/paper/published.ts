import type { Reference } from './load';
import type { PaperFacts, PaperTable } from './schema';

/** All that is published, at hand: what the recomputation needs. */
export interface Published {
  /** Throws for an unknown id: ids are ours. */
  table: (id: string) => PaperTable;
  facts: PaperFacts;
  references: readonly Reference[];
}

export function published(
  tables: readonly PaperTable[],
  facts: PaperFacts,
  references: readonly Reference[],
): Published {
  const byId = new Map(tables.map((table) => [table.id, table]));
  return {
    facts,
    references,
    table: (id) => {
      const found = byId.get(id);
      if (!found) throw new Error(`No published table "${id}"`);
      return found;
    },
  };
}
