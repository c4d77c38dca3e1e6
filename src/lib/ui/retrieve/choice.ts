import { NINE_VIEWS, type Configuration, type ViewChoice } from '$lib/retrieval/run/configuration';
import { isQueryForm } from '$lib/retrieval/query-text';
import { VIEWS, viewByName } from '$lib/retrieval/views/registry';

/** What the page's link holds: everything that the fusion depends on, and the open state. */
export interface LinkChoice {
  configuration: Configuration;
  state: string | null;
  dropped: string[];
}

interface Field {
  least: number;
  most: number;
  integer: boolean;
  initial: number;
}

const { fusion: FUSION, lambda: LAMBDA } = NINE_VIEWS;

/** The fusion's own numbers, by their name in the link. */
const FUSION_FIELDS: Record<'k' | 'depth' | 'cap' | 'lambda', Field> = {
  k: { least: 0, most: 500, integer: true, initial: FUSION.k },
  depth: { least: 1, most: 400, integer: true, initial: FUSION.depth },
  cap: { least: 1, most: 1000, integer: true, initial: FUSION.cap },
  lambda: { least: 0, most: 1, integer: false, initial: LAMBDA },
};

/** Weight and parameters of each view, as `<view>.<key>`. */
const VIEW_FIELDS = new Map<string, Field & { view: string; key: string }>(
  VIEWS.flatMap(({ name: view, parameters }) => [
    [`${view}.weight`, { view, key: 'weight', least: 0, most: 100, integer: false, initial: 1 }] as const,
    ...parameters.map(
      ({ key, least, most, initial }) =>
        [`${view}.${key}`, { view, key, least, most, integer: false, initial }] as const,
    ),
  ]),
);

/** The dense view's query form, by its name in the link. */
const DENSE_FORM = 'dense.form';

const DEFAULT_VIEWS = NINE_VIEWS.views.map(({ name }) => name).join(',');

function readNumber(text: string, { least, most, integer }: Field): number | null {
  const value = text.trim() === '' ? NaN : Number(text);
  return value >= least && value <= most && (!integer || Number.isInteger(value)) ? value : null;
}

export function readLink(query: URLSearchParams): LinkChoice {
  const dropped: string[] = [];
  const names = new Set((query.get('views') ?? '').split(',').filter((name) => name !== ''));
  const known = VIEWS.filter(({ name }) => names.has(name)).map(({ name }) => name);
  for (const name of names) if (viewByName(name) === undefined) dropped.push(`view "${name}"`);
  const chosen = known.length > 0 ? known : DEFAULT_VIEWS.split(',');
  const views = new Map<string, ViewChoice>(
    chosen.map((name) => [name, { name, weight: 1, parameters: {} }]),
  );

  for (const [name, text] of query) {
    if (!name.includes('.')) continue;
    const asked = name === DENSE_FORM ? views.get('dense') : undefined;
    if (asked && isQueryForm(text)) {
      if (text !== 'dense') asked.form = text;
      continue;
    }
    const field = VIEW_FIELDS.get(name);
    const view = field && views.get(field.view);
    const value = field && readNumber(text, field);
    if (!view || value === null || value === undefined) dropped.push(`${name} "${text}"`);
    else if (field.key === 'weight') view.weight = value;
    else view.parameters[field.key] = value;
  }
  const numberOf = (name: keyof typeof FUSION_FIELDS): number => {
    const field = FUSION_FIELDS[name];
    const text = query.get(name);
    if (text === null) return field.initial;
    const value = readNumber(text, field);
    if (value === null) dropped.push(`${name} "${text}"`);
    return value ?? field.initial;
  };
  const fusion = { k: numberOf('k'), depth: numberOf('depth'), cap: numberOf('cap') };
  const observed = query.get('observed');
  if (observed !== null && observed !== 'last') dropped.push(`observed "${observed}"`);
  return {
    configuration: {
      views: [...views.values()],
      fusion,
      observedLast: observed === 'last',
      lambda: numberOf('lambda'),
    },
    state: query.get('state'),
    dropped,
  };
}

/** Only what is not the default; null takes a parameter out of the link. */
export function printLink({
  views,
  fusion,
  observedLast,
  lambda,
}: Configuration): Record<string, string | null> {
  const names = views.map(({ name }) => name).join(',');
  const unless = (value: number | undefined, { initial }: Field) =>
    value === undefined || value === initial ? null : String(value);
  const link: Record<string, string | null> = {
    views: names === DEFAULT_VIEWS ? null : names,
    observed: observedLast ? 'last' : null,
    lambda: unless(lambda, FUSION_FIELDS.lambda),
    [DENSE_FORM]: views.find(({ name }) => name === 'dense')?.form ?? null,
  };
  for (const key of ['k', 'depth', 'cap'] as const) link[key] = unless(fusion[key], FUSION_FIELDS[key]);
  for (const [name, field] of VIEW_FIELDS) {
    const choice = views.find((view) => view.name === field.view);
    link[name] = unless(field.key === 'weight' ? choice?.weight : choice?.parameters[field.key], field);
  }
  return link;
}
