import { canonicalJson, type Digest } from '../canonical';
import { configurationSchema, type Configuration } from './schema';

export type ConfigurationRead = { ok: true; configuration: Configuration } | { ok: false; faults: string[] };

/** Reads a configuration from untrusted JSON; every fault names its path. */
export function readConfiguration(value: unknown): ConfigurationRead {
  const parsed = configurationSchema.safeParse(value);
  if (parsed.success) return { ok: true, configuration: parsed.data };
  return {
    ok: false,
    faults: parsed.error.issues.map(
      (issue) => `${issue.path.join('.') || 'configuration'}: ${issue.message}`,
    ),
  };
}

/** SHA-256 of the canonical JSON: the identity that every row, trace and export carries. */
export function configurationHash(configuration: Configuration, digest: Digest): Promise<string> {
  return digest(canonicalJson(configuration));
}
