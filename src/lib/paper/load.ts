import {
  addedFacts,
  paperDemo,
  paperFacts,
  paperTable,
  referenceResult,
  type PaperDemo,
  type PaperFacts,
  type PaperTable,
} from './schema';

type Loader = () => Promise<unknown>;

// One small chunk a file, fetched when a page first needs it.
const tables = import.meta.glob<unknown>('./data/tables/*.json', { import: 'default' });

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

async function read(files: Record<string, Loader>, name: string): Promise<unknown> {
  const path = Object.keys(files).find((one) => nameOf(one) === name);
  const load = path === undefined ? undefined : files[path];
  if (!load)
    throw new Error(
      `No published data named "${name}"; known: ${Object.keys(files).map(nameOf).sort().join(', ')}`,
    );
  return load();
}

const libraTables = import.meta.glob<unknown>('./data/libra/libra-table-*.json', { import: 'default' });

export const tableIds: readonly string[] = Object.keys(tables).map(nameOf).sort();

export async function loadTable(id: string): Promise<PaperTable> {
  return paperTable.parse(await read(tables, id));
}

export async function loadTables(): Promise<PaperTable[]> {
  return Promise.all(tableIds.map(loadTable));
}

export async function loadFacts(): Promise<PaperFacts> {
  const [listed, added] = await Promise.all([import('./data/facts.json'), import('./data/facts-added.json')]);
  const read = paperFacts.parse(listed.default);
  return { ...read, facts: [...read.facts, ...addedFacts.parse(added.default).facts] };
}

/** The numbers that the second paper prints in its text, as tables of ours. */
export async function loadLibraTables(): Promise<PaperTable[]> {
  const ids = Object.keys(libraTables).map(nameOf).sort();
  return Promise.all(ids.map(async (id) => paperTable.parse(await read(libraTables, id))));
}

export async function loadLibraFacts(): Promise<PaperFacts> {
  return paperFacts.parse((await import('./data/libra/facts.json')).default);
}

/** Demo issues and pools for the diagrams. */
export async function loadPaperDemo(): Promise<PaperDemo> {
  return paperDemo.parse((await import('./data/demo.json')).default);
}

/** One released method: `metrics['mss_complete@5']` is a mean share over `metrics.states` states. */
export interface Reference {
  name: string;
  metrics: Record<string, number>;
}

export async function loadReferences(): Promise<Reference[]> {
  const { released } = await import('./released');
  return Object.entries(released).map(([file, content]) => {
    const [entry, ...rest] = Object.entries(referenceResult.parse(content));
    if (!entry || rest.length > 0) throw new Error(`Released summary "${file}" should name one method`);
    return { name: entry[0], metrics: entry[1] };
  });
}
