/** Where in the app a published quantity can be computed on data that the reader loads. */
export interface Place {
  href:
    | '/score/'
    | `/score/?${string}`
    | `/compare/?${string}`
    | `/retrieve/?${string}`
    | '/retrieve/'
    | '/complement/'
    | '/explore/'
    | '/lab/';
  label: string;
}

const score = (query: string): Place => ({
  href: query === '' ? '/score/' : `/score/?${query}`,
  label: 'Score',
});
const compare = (query: string): Place => ({ href: `/compare/?${query}`, label: 'Compare' });

const measures: Record<string, string> = {
  complete: 'mss_complete',
  group: 'group_recall',
  necessity: 'necessity_weighted_recall',
};

/** Tables whose numbers need agents, judges or reviewers that a page does not have. */
const elsewhere: Record<string, string> = {
  'table-02':
    'These counts need repair agents, judges and test runs; the page holds their published outcomes.',
  'table-03':
    'These numbers need the answer model and the judge. The Complement page counts the tokens of your own runs, which are those of the controller alone.',
  'table-05': 'A survey of other benchmarks: nothing to compute.',
  'table-07': 'Recommendations of model reviewers: nothing to compute.',
  'table-08':
    'Accounting of the annotation: branches and groups of a loaded labelled split are counted on the Explore page.',
  'table-09': 'Judgements of human auditors: nothing to compute.',
  'table-10': 'Names of models: nothing to compute.',
  'table-20': 'These counts need repair agents; the page holds their published outcomes.',
  'table-21': 'These verdicts need repair agents and a judge; the page holds their published outcomes.',
  'table-22':
    'The task outcomes behind these intervals are not released; the same bootstrap runs on the Compare page.',
  'table-23':
    'The task outcomes behind these intervals are not released; the same bootstrap runs on the Compare page.',
  'table-17':
    'These numbers rank whole repositories, not the pools of the release; the repositories’ texts are not part of it.',
  'table-18':
    'The identifiers of these states are unpublished; settings like these can be run on states of your choice on the Complement page.',
  'table-19':
    'These states are not released. Two controllers can be run on the same loaded states on the Complement page and set side by side on Compare.',
  'table-24': 'These counts need executed tests; the page holds their published outcomes.',
  'table-25': 'Nothing to run: the intervals follow from the printed counts, and are recomputed below.',
};

/** Why nothing of a table can be computed here; null when something can. */
export const notComputable = (table: string): string | null => elsewhere[table] ?? null;

/** The place for one column of a table; null for names, settings and what needs agents. */
export function placeOf(table: string, column: string): Place | null {
  if (elsewhere[table]) return null;
  if (table === 'table-12')
    return compare('measures=mss_complete&k=5,8&tokens=4096,6144&matched=mss-complement');
  if (table === 'table-06' || table === 'table-13') return { href: '/explore/', label: 'Explore' };
  const strata =
    table === 'table-16'
      ? '&strata=groups'
      : ['table-14', 'table-15'].includes(table)
        ? '&strata=overlap'
        : '';
  if (column === 'returned_completion') return compare('measures=mss_complete&returned=1');
  const metric = /(complete|group|necessity)(?=@)/.exec(column)?.[0];
  const k = /@(\d+)/.exec(column)?.[1];
  const measure = measures[metric ?? 'complete'] ?? 'mss_complete';
  if (column.includes('difference') || column.includes('interval') || (strata && metric))
    return compare(`measures=${measure}&k=${k ?? '5'}${strata}`);
  if (metric && k) return score(`k=${k}&measure=${measure}`);
  if (column === 'controller_tokens' || column === 'fallbacks')
    return { href: '/complement/', label: 'Complement' };
  if (column === 'context' || column === 'source_tokens@5') return compare('tokens=4096,6144');
  return null;
}

const controls = [
  'MSS-Complement',
  'Independent similarity',
  'No feedback',
  'Single-stage',
  'Fixed top-8',
  'SSR',
];

/**
 * What a row's method is not, where its name invites a comparison that does not hold; null elsewhere. The paper's BM25
 * run is neither the release's starter nor one of our views: its query and texts are not published.
 */
export const methodCaution = (name: string): string | null =>
  name === 'BM25'
    ? 'Not the BM25 of this site: even the starter that the release ships is another run than this row.'
    : null;

/** Where the method of a row can be run; null for methods whose model, settings or code are not here. */
export function methodPlace(name: string): Place | null {
  if (controls.some((control) => name.startsWith(control)))
    return { href: '/complement/', label: 'Complement' };
  return null;
}
