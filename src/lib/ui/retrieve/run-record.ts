import type { VectorIdentity } from '$lib/embedding/encoder';
import { canonicalConfiguration, sortedJson, type Configuration } from '$lib/retrieval/run/configuration';
import { fusionMethod } from '$lib/retrieval/run/method-name';
import type { Made } from './made';

/** What a kept run says of itself: where it came from, and all that it depends on as JSON with a canonical text. */
export interface RunFacts {
  origin: string;
  configuration: Record<string, unknown> | null;
  /** What the configuration's hash is taken of; null for what was made elsewhere. */
  canonical: string | null;
}

/**
 * The facts of a ranking that is kept. Made from the fusion or from one of its views, it carries the fusion's
 * configuration; a view asked in a frozen form depends on that form alone; an import has no configuration.
 */
export function runFacts(
  method: string,
  fusion: Configuration,
  denseBy: VectorIdentity | null,
  made: Made | null,
): RunFacts {
  const imported = made?.origin.startsWith('imported from ') ?? false;
  if (made !== null && imported) {
    return {
      origin: `file:${made.origin.slice('imported from '.length)}`,
      configuration: null,
      canonical: null,
    };
  }
  if (made?.origin === 'query form') {
    const configuration = { ...made.besides };
    return { origin: `view:${method}`, configuration, canonical: sortedJson(configuration) };
  }
  const besides = { ...(denseBy === null ? {} : { denseBy }), ...made?.besides };
  const configuration = { ...fusion, ...besides };
  const fused = made !== null || method === fusionMethod(fusion) || method.startsWith('complement-fused-');
  return {
    origin: fused ? 'fusion' : `view:${method}`,
    configuration,
    canonical: canonicalConfiguration(configuration),
  };
}
