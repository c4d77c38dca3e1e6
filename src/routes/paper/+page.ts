import { derivedChecks } from '$lib/paper/derived/all';
import { loadFacts, loadPaperDemo, loadReferences, loadTables } from '$lib/paper/load';
import { published } from '$lib/paper/published';

export const load = async () => {
  const [tables, facts, references, demo] = await Promise.all([
    loadTables(),
    loadFacts(),
    loadReferences(),
    loadPaperDemo(),
  ]);
  return { tables, facts, references, demo, checks: derivedChecks(published(tables, facts, references)) };
};
