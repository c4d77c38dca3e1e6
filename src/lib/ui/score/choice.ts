import { checkCutoffs } from '$lib/serbench/score/score-run';

/** What the user chose on the score page: all that its URL holds, beside the split. */
export interface ScoreChoice {
  cutoffs: number[];
  subset: boolean;
  measure: string;
  method: string | null;
  state: string | null;
}

export const DEFAULT_CUTOFFS = [5, 8];

/** `5, 8` as cutoffs; an Error says what is wrong. */
export function parseCutoffs(text: string): number[] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const bad = parts.find((part) => !/^\d{1,6}$/.test(part));
  if (bad !== undefined) throw new Error(`Cutoffs are integers such as 5, 8; not “${bad}”.`);
  return checkCutoffs(parts.map(Number));
}

/** Keeps the valid parts of a link and names the ones it dropped. */
export function readChoice(query: URLSearchParams): { choice: ScoreChoice; dropped: string[] } {
  const dropped: string[] = [];
  let cutoffs = DEFAULT_CUTOFFS;
  const k = query.get('k');
  if (k !== null) {
    try {
      cutoffs = parseCutoffs(k);
    } catch {
      dropped.push(`k=${k}`);
    }
  }
  return {
    choice: {
      cutoffs,
      subset: query.get('subset') === '1',
      measure: query.get('measure') ?? 'mss_complete',
      method: query.get('method'),
      state: query.get('state'),
    },
    dropped,
  };
}

export function printChoice(choice: ScoreChoice): Record<string, string | null> {
  const isDefault = choice.cutoffs.join() === DEFAULT_CUTOFFS.join();
  return {
    k: isDefault ? null : choice.cutoffs.join(','),
    subset: choice.subset ? '1' : null,
    measure: choice.measure === 'mss_complete' ? null : choice.measure,
    method: choice.method,
    state: choice.state,
  };
}
