import { EIGHT_VIEWS, NINE_VIEWS, type Configuration } from '$lib/retrieval/run/configuration';
import { viewByName } from '$lib/retrieval/views/registry';

/** What the page's link holds: the views, k, whether observed units go last, and the open state. */
export interface LinkChoice {
  configuration: Configuration;
  state: string | null;
  dropped: string[];
}

export function readLink(query: URLSearchParams): LinkChoice {
  const dropped: string[] = [];
  const names = (query.get('views') ?? '').split(',').filter((name) => name !== '');
  const known = names.filter((name) => viewByName(name) !== undefined);
  dropped.push(...names.filter((name) => !known.includes(name)).map((name) => `view "${name}"`));
  const all = new Map(NINE_VIEWS.views.map((view) => [view.name, view]));
  const views =
    known.length === 0 ? EIGHT_VIEWS.views : [...new Set(known)].flatMap((name) => all.get(name) ?? []);
  const kText = query.get('k');
  const k = Number(kText);
  const goodK = kText !== null && kText !== '' && Number.isInteger(k) && k >= 0 && k <= 500;
  if (kText !== null && !goodK) dropped.push(`k "${kText}"`);
  return {
    configuration: {
      ...EIGHT_VIEWS,
      views,
      fusion: { ...EIGHT_VIEWS.fusion, ...(goodK ? { k } : {}) },
      observedLast: query.get('observed') === 'last',
    },
    state: query.get('state'),
    dropped,
  };
}

export const printLink = ({ views, fusion, observedLast }: Configuration): Record<string, string | null> => ({
  views: views.map(({ name }) => name).join(','),
  k: fusion.k === EIGHT_VIEWS.fusion.k ? null : String(fusion.k),
  observed: observedLast ? 'last' : null,
});
