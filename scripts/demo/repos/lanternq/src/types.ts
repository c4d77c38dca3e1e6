export interface NewJob {
  kind: string;
  payload: unknown;
  /** Higher goes first. 0 when left out. */
  priority?: number;
}

export interface Job {
  id: number;
  kind: string;
  payload: unknown;
  priority: number;
  /** Failures so far. */
  attempts: number;
  /** Not handed out before this time, in milliseconds. */
  visibleAt: number;
  /** End of the current lease; 0 when nobody holds the job. */
  leasedUntil: number;
  lastError: string | null;
}

export type Handler = (payload: unknown, signal: AbortSignal) => Promise<void>;

/** What the queue knows about time. */
export interface Clock {
  now(): number;
  every(ms: number, run: () => void): () => void;
  sleep(ms: number): Promise<void>;
}
