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
    'These numbers need the answer model and the judge; token counts of your own runs are on the Complement page.',
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
  'table-24': 'These counts need executed tests; the page holds their published outcomes.',
  'table-25':
    'The task outcomes behind these intervals are not released; the same bootstrap runs on the Compare page.',
};

/** Why nothing of a table can be computed here; null when something can. */
export const notComputable = (table: string): string | null => elsewhere[table] ?? null;

/** The place for one column of a table; null for names, settings and what needs agents. */
export function placeOf(table: string, column: string): Place | null {
  if (elsewhere[table]) return null;
  if (table === 'table-12') return compare('measures=mss_complete&k=5,8&tokens=4096,6144');
  if (table === 'table-06' || table === 'table-13') return { href: '/explore/', label: 'Explore' };
  const strata =
    table === 'table-16'
      ? '&strata=groups'
      : ['table-14', 'table-15'].includes(table)
        ? '&strata=overlap'
        : '';
  const metric = /(complete|group|necessity)(?=@)/.exec(column)?.[0];
  const k = /@(\d+)/.exec(column)?.[1];
  const measure = measures[metric ?? 'complete'] ?? 'mss_complete';
  if (column.includes('difference') || column.includes('interval') || (strata && metric))
    return compare(`measures=${measure}&k=${k ?? '5'}${strata}`);
  if (metric && k) return score(`k=${k}&measure=${measure}`);
  if (column === 'returned_completion') return score('');
  if (column === 'controller_tokens' || column === 'fallbacks')
    return { href: '/complement/', label: 'Complement' };
  if (column === 'context' || column === 'source_tokens@5') return compare('tokens=4096,6144');
  return null;
}

/** Methods that the app runs itself on loaded data, under the names of the tables. */
const methods: Record<string, Place> = {
  BM25: { href: '/retrieve/?views=bm25-question', label: 'Retrieve' },
};

const controls = [
  'MSS-Complement',
  'Independent similarity',
  'No feedback',
  'Single-stage',
  'Fixed top-8',
  'SSR',
];

/** Where the method of a row can be run; null for methods whose model or code is not here. */
export function methodPlace(name: string): Place | null {
  if (controls.some((control) => name.startsWith(control)))
    return { href: '/complement/', label: 'Complement' };
  return methods[name] ?? null;
}
