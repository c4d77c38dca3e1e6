import { DEFAULT_CUTOFFS, MEASURES, measureNamed } from '$lib/serbench/metrics/registry';
import { DEFAULT_SETTINGS } from '$lib/statistics/bootstrap/settings';
import { columnKey, type ScoreColumn } from '$lib/statistics/comparison/column';
import { STRATUM_KINDS } from '$lib/statistics/comparison/strata';

/** What the user chose, as the URL holds it. */
export interface CompareChoice {
  measures: string[];
  cutoffs: number[];
  /** Whether the first measure is also taken over all returned units, whatever their number. */
  returned: boolean;
  /** Ceilings of source tokens; empty: no token budgets. */
  ceilings: number[];
  /** The method whose tokens a state's ceiling is matched to; null: none. */
  matched: string | null;
  /** Methods left out. */
  without: string[];
  cluster: string;
  strata: string[];
  seed: number;
  resamples: number;
}

export const DEFAULT_CHOICE: CompareChoice = {
  measures: ['mss_complete', 'group_recall', 'necessity_weighted_recall'],
  cutoffs: [...DEFAULT_CUTOFFS],
  returned: false,
  ceilings: [],
  matched: null,
  without: [],
  cluster: 'repo',
  strata: ['groups', 'boundary', 'overlap'],
  seed: DEFAULT_SETTINGS.seed,
  resamples: DEFAULT_SETTINGS.resamples,
};

/** The ceilings of the paper's matched budgets, and two below them for the curve. */
export const CEILINGS = [1024, 2048, 4096, 6144];
export const MOST_RESAMPLES = 1_000_000;
/** The prefix whose tokens a matched budget uses: the most units that a submission may return. */
export const MATCHED_K = 8;

/** The columns of scores that a choice needs: token budgets are scored for the first measure. */
export function chosenColumns(choice: CompareChoice): ScoreColumn[] {
  const measures = choice.measures.flatMap((name) => measureNamed(name) ?? []);
  const items = measures.flatMap((measure) =>
    choice.cutoffs.map((k): ScoreColumn => ({ measure, budget: { kind: 'items', k } })),
  );
  const [headline] = measures;
  if (headline && choice.returned) items.push({ measure: headline, budget: { kind: 'returned' } });
  if (!headline || choice.ceilings.length === 0) return items;
  const tokens = choice.ceilings.map((ceiling): ScoreColumn => ({
    measure: headline,
    budget: { kind: 'tokens', ceiling },
  }));
  const matched: ScoreColumn[] =
    choice.matched === null
      ? []
      : [{ measure: headline, budget: { kind: 'matched', method: choice.matched, k: MATCHED_K } }];
  return [...items, ...tokens, ...matched];
}

export const chosenKeys = (choice: CompareChoice): string[] => chosenColumns(choice).map(columnKey);

/** Numbers such as `5,8`; null when any part is no whole number in the range. Sorted, each once. */
export function parseNumbers(text: string, most: number): number[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const numbers = parts.map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : NaN));
  if (numbers.some((number) => !(number >= 1 && number <= most))) return null;
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Reads the URL's query: valid parts are taken, the others are named in `dropped`. */
export function readChoice(query: URLSearchParams): { choice: CompareChoice; dropped: string[] } {
  const choice = { ...DEFAULT_CHOICE };
  const dropped: string[] = [];
  const take = (name: string, use: (text: string) => boolean) => {
    const text = query.get(name);
    if (text !== null && !use(text)) dropped.push(`${name}=${text.slice(0, 60)}`);
  };
  const names = (text: string) => text.split(',').filter((part) => part !== '');
  take('measures', (text) => {
    const found = names(text).filter((name) => MEASURES.some((measure) => measure.name === name));
    if (found.length > 0) choice.measures = found;
    return found.length > 0 && found.length === names(text).length;
  });
  take('k', (text) => {
    const found = parseNumbers(text, 1000);
    if (found && found.length > 0) choice.cutoffs = found;
    return found !== null && found.length > 0;
  });
  take('returned', (text) => {
    choice.returned = text === '1';
    return text === '1';
  });
  take('tokens', (text) => {
    const found = parseNumbers(text, 1_000_000);
    if (found) choice.ceilings = found;
    return found !== null;
  });
  take('matched', (text) => {
    choice.matched = text;
    return text !== '';
  });
  take('without', (text) => {
    const found = parseNames(text);
    if (found) choice.without = found;
    return found !== null;
  });
  take('cluster', (text) => {
    choice.cluster = text;
    return /^[\w-]{1,60}$/.test(text);
  });
  take('strata', (text) => {
    const known = names(text).filter(
      (kind) => kind.startsWith('tag:') || STRATUM_KINDS.some((one) => one === kind),
    );
    choice.strata = known;
    return known.length === names(text).length;
  });
  const whole = (name: 'seed' | 'resamples', most: number) =>
    take(name, (text) => {
      const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
      if (value <= most) choice[name] = value;
      return value <= most;
    });
  whole('seed', Number.MAX_SAFE_INTEGER);
  whole('resamples', MOST_RESAMPLES);
  return { choice, dropped };
}

/** A JSON list of names: method names may hold any character. */
function parseNames(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
  } catch {
    return null;
  }
}

/** What differs from the default, for the URL; null removes a parameter. */
export function printChoice(choice: CompareChoice): Record<string, string | null> {
  const differs = (text: string, preset: string) => (text === preset ? null : text);
  const preset = DEFAULT_CHOICE;
  return {
    measures: differs(choice.measures.join(), preset.measures.join()),
    k: differs(choice.cutoffs.join(), preset.cutoffs.join()),
    returned: choice.returned ? '1' : null,
    tokens: differs(choice.ceilings.join(), ''),
    matched: choice.matched,
    without: choice.without.length === 0 ? null : JSON.stringify(choice.without),
    cluster: differs(choice.cluster, preset.cluster),
    strata: choice.strata.length === 0 ? ',' : differs(choice.strata.join(), preset.strata.join()),
    seed: differs(String(choice.seed), String(preset.seed)),
    resamples: differs(String(choice.resamples), String(preset.resamples)),
  };
}
