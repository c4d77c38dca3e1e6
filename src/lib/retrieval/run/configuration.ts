import { z } from 'zod';
import { RRF_DEFAULTS } from '../fusion/rrf';
import { FORMS } from '../query-text';
import { VIEWS, viewByName } from '../views/registry';
import { PUBLISHED_TEXT_VIEWS, PUBLISHED_VIEWS } from './published';

const finite = z.number().finite();

const ViewChoice = z.strictObject({
  name: z.string().refine((name) => viewByName(name) !== undefined, {
    message: `Not a view. One of: ${VIEWS.map(({ name }) => name).join(', ')}.`,
  }),
  weight: finite.min(0).max(100).default(1),
  parameters: z.record(z.string(), finite).default({}),
  /** What an encoder reads as the query; left out, it is the dense view's own form. Views of words have theirs. */
  form: z.enum(FORMS).optional(),
});

const Rrf = z.strictObject({
  k: finite.min(0).max(10_000).default(RRF_DEFAULTS.k),
  depth: z.int().min(1).max(100_000).default(RRF_DEFAULTS.depth),
  cap: z.int().min(1).max(100_000).default(RRF_DEFAULTS.cap),
});

/** All that a fusion's result depends on beside the state: what `rank --config` reads and exports carry. */
export const Configuration = z.strictObject({
  views: z
    .array(ViewChoice)
    .min(1)
    .superRefine((views, context) => {
      views.forEach(({ name, parameters, form }, index) => {
        if (form !== undefined && viewByName(name)?.needs !== 'vectors') {
          const message = 'Only the dense view takes a query form.';
          context.addIssue({ code: 'custom', path: [index, 'form'], message });
        }
        if (views.findIndex((other) => other.name === name) !== index) {
          context.addIssue({ code: 'custom', path: [index, 'name'], message: `"${name}" stands twice.` });
        }
        for (const [key, value] of Object.entries(parameters)) {
          const known = viewByName(name)?.parameters.find((parameter) => parameter.key === key);
          const path = [index, 'parameters', key];
          if (known === undefined) {
            context.addIssue({ code: 'custom', path, message: `The view has no parameter "${key}".` });
          } else if (value < known.least || value > known.most) {
            const message = `From ${known.least} to ${known.most}.`;
            context.addIssue({ code: 'custom', path, message });
          }
        }
      });
    }),
  fusion: Rrf.default(RRF_DEFAULTS),
  /** Puts units that the state has observed behind all others. Off in the publication's fusion. */
  observedLast: z.boolean().default(false),
  /** 1 leaves the ranking as it is; less spreads it. */
  lambda: finite.min(0).max(1).default(1),
});

export type Configuration = z.infer<typeof Configuration>;
export type ViewChoice = Configuration['views'][number];

/** The nine views as published: weight 1 each, k 60, leading 64, union of 384. */
export const NINE_VIEWS: Configuration = Configuration.parse({
  views: PUBLISHED_VIEWS.map((name) => ({ name })),
});

/** The same without the dense view: no encoder is needed, and its fusion is named `rrf-8`. */
export const EIGHT_VIEWS: Configuration = Configuration.parse({
  views: PUBLISHED_TEXT_VIEWS.map((name) => ({ name })),
});

/** The configuration without one of its views: a leave-one-out. */
export const without = (configuration: Configuration, view: string): Configuration => ({
  ...configuration,
  views: configuration.views.filter(({ name }) => name !== view),
});

/** JSON with the keys of every object sorted by UTF-16 code unit; lists keep their order. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The configuration as sorted JSON, views by name: the same text whatever order it was written in. */
export function canonicalConfiguration(configuration: Configuration): string {
  const views = configuration.views.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return sortedJson({ ...configuration, views });
}
