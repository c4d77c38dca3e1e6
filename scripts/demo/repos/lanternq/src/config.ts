export interface Config {
  name: string;
  /** How long a claimed job stays invisible to others. */
  leaseMs: number;
  /** How often a worker renews the lease of the job it runs. */
  heartbeatMs: number;
  maxAttempts: number;
  baseDelayMs: number;
  maxDelayMs: number;
}

export class BadConfig extends Error {
  constructor(field: string, reason: string) {
    super(`config field ${field}: ${reason}`);
    this.name = 'BadConfig';
  }
}

const positive = (raw: Record<string, unknown>, field: string): number => {
  const value = raw[field];
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) {
    throw new BadConfig(field, 'a number above 0 is needed');
  }
  return value;
};

/** Reads an installation's file. Without `heartbeatMs` a lease is renewed twice before it ends. */
export function parseConfig(raw: Record<string, unknown>): Config {
  const leaseMs = positive(raw, 'leaseMs');
  return {
    name: typeof raw['name'] === 'string' ? raw['name'] : 'unnamed',
    leaseMs,
    heartbeatMs: raw['heartbeatMs'] === undefined ? leaseMs / 3 : positive(raw, 'heartbeatMs'),
    maxAttempts: positive(raw, 'maxAttempts'),
    baseDelayMs: positive(raw, 'baseDelayMs'),
    maxDelayMs: positive(raw, 'maxDelayMs'),
  };
}
