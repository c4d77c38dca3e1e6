import { CachedEncoder } from '$lib/embedding/cache/cached-encoder';
import { memoryStore } from '$lib/embedding/cache/memory';
import { CATALOG } from '$lib/embedding/catalog';
import type { Encoder } from '$lib/embedding/encoder';
import { EndpointEncoder } from '$lib/embedding/endpoint/embeddings';
import { WEIGHT_FILES, type Dtype } from '$lib/embedding/transformer/settings';
import type { Configuration } from '$lib/complement/config/schema';
import { Limiter, realClock } from '$lib/llm/limiter';
import { EncoderMissing, encoderName, isSiteEncoder } from '$lib/llm/run/encoder-name';
import { CliError, wholeNumber } from '../options';
import { openFolder } from '../rank-second';
import { ownEncoder } from './encoder';

export const ENCODER_OPTIONS = [
  'model',
  'dtype',
  'encoder-endpoint',
  'encoder-model',
  'encoder-key-env',
  'encoder-characters',
  'encoder-query',
  'encoder-document',
] as const;

export const ENCODER_HELP = `    The dense view's encoder: --model FOLDER [--dtype ${Object.keys(WEIGHT_FILES).join('|')}], or --encoder-endpoint URL --encoder-model NAME
    [--encoder-key-env NAME] [--encoder-characters N] [--encoder-query TEXT] [--encoder-document TEXT] (what is put
    before a text). It takes the place of a site's encoder in the configuration, under a name that holds all that its
    vectors depend on. The texts of all units are sent to that endpoint; the budgets do not count them.`;

type Given = Partial<Record<(typeof ENCODER_OPTIONS)[number], string>>;

/** An encoder that was opened by the options, with its name in configurations. */
export interface OpenEncoder {
  name: string;
  encoder: Encoder;
}

const OWN = CATALOG.filter(({ vendored }) => vendored).map(({ id }) => id);
const isDtype = (name: string): name is Dtype => Object.hasOwn(WEIGHT_FILES, name);

/** Opens the encoder that the options name; null when they name none. A `CliError` says what is wrong. */
export async function openEncoder(given: Given): Promise<OpenEncoder | null> {
  const { model, dtype = 'int8', 'encoder-endpoint': url } = given;
  if (model !== undefined && url !== undefined)
    throw new CliError('usage', 'Give --model or --encoder-endpoint.');
  const stray = ENCODER_OPTIONS.find((name) => given[name] !== undefined && !belongs(name, given));
  if (stray !== undefined)
    throw new CliError(
      'usage',
      `--${stray} belongs to ${stray === 'dtype' ? '--model' : '--encoder-endpoint'}.`,
    );
  if (url !== undefined) return named(await atEndpoint(url, given));
  if (model === undefined) return null;
  if (!isDtype(dtype))
    throw new CliError('usage', `--dtype is one of ${Object.keys(WEIGHT_FILES).join(', ')}.`);
  const { held } = await openFolder(model, 'vectors', dtype);
  if (held.kind !== 'static' && held.kind !== 'encoder')
    throw new CliError('model', 'This model gives no vectors.', model);
  return named(held.encoder);
}

const belongs = (name: string, given: Given): boolean =>
  name === 'model' || name === 'dtype' ? given.model !== undefined : given['encoder-endpoint'] !== undefined;

/** Texts that states share are read, and paid, once. */
const named = (encoder: Encoder): OpenEncoder => ({
  name: encoderName(encoder),
  encoder: oneAfterAnother(new CachedEncoder(encoder, memoryStore())),
});

function oneAfterAnother(encoder: Encoder): Encoder {
  let last: Promise<unknown> = Promise.resolve();
  return {
    identity: encoder.identity,
    dimensions: encoder.dimensions,
    prefix: encoder.prefix,
    encode: (texts, kind, task) => {
      const next = last.then(() => encoder.encode(texts, kind, task));
      last = next.catch(() => undefined);
      return next;
    },
    dispose: () => encoder.dispose(),
  };
}

async function atEndpoint(baseUrl: string, given: Given): Promise<Encoder> {
  const model = given['encoder-model'];
  if (model === undefined) throw new CliError('usage', '--encoder-endpoint needs --encoder-model NAME.');
  if (!URL.canParse(baseUrl) || new URL(baseUrl).username !== '' || new URL(baseUrl).search !== '')
    throw new CliError('usage', '--encoder-endpoint takes an absolute URL without user name or query.');
  const characters = given['encoder-characters'];
  const variable = given['encoder-key-env'];
  const endpoint = {
    baseUrl,
    model,
    prefix: { query: given['encoder-query'] ?? '', document: given['encoder-document'] ?? '' },
    dimensions: null,
    characters: characters === undefined ? null : wholeNumber('encoder-characters', characters, 1, 1_000_000),
  };
  const key = variable === undefined ? null : (process.env[variable] ?? null);
  if (variable !== undefined && key === null)
    throw new CliError('usage', `The environment has no variable ${variable}; --encoder-key-env names it.`);
  const call = { key, limiter: new Limiter(realClock) };
  try {
    return await EndpointEncoder.open(endpoint, call, new AbortController().signal);
  } catch (error) {
    throw new CliError('encoder', error instanceof Error ? error.message : String(error));
  }
}

/** The configuration with the opened encoder in its dense view. A `CliError` when it names another that is not the site's. */
export function withEncoder(configuration: Configuration, open: OpenEncoder | null): Configuration {
  const { ranking } = configuration;
  const { encoder: name } = ranking;
  const foreign =
    name !== null && name !== open?.name && !isSiteEncoder(name) && ranking.views.includes('dense');
  if (foreign)
    throw new CliError(
      'encoder',
      new EncoderMissing(
        name,
        open?.name ?? null,
        `Open it with --model or --encoder-endpoint, or name one of static/models as ranking.encoder: ${OWN.join(', ')}.`,
      ).message,
    );
  return open === null ? configuration : { ...configuration, ranking: { ...ranking, encoder: open.name } };
}

/** The encoders of a run: the opened one by its name, and the project's own. */
export const encodersWith =
  (open: OpenEncoder | null) =>
  (name: string): Promise<Encoder> =>
    open?.name === name ? Promise.resolve(open.encoder) : ownEncoder(name);
