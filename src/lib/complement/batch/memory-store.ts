import type { Attempt, Call } from '../trace';
import type { Outcome } from './record';
import type { BatchStore } from './run-batch';

/** A store that lives as long as its owner: for tests, and for pages without storage. */
export class MemoryStore implements BatchStore {
  readonly calls = new Map<string, Call>();
  /** Calls that ended without an answer, once for every time. */
  readonly failed: Call[] = [];
  readonly outcomes = new Map<string, Outcome>();
  /** Calls that began and were not stored: perhaps billed. */
  readonly open = new Set<string>();

  find = (key: string): Promise<Call | null> => Promise.resolve(this.calls.get(key) ?? null);

  /** Attempts of calls that are not finished. */
  readonly partial = new Map<string, Call>();

  begin = (key: string): Promise<Attempt[]> => {
    this.open.add(key);
    return Promise.resolve(structuredClone(this.partial.get(key)?.attempts ?? []));
  };

  attempted = (call: Call): Promise<void> => {
    this.partial.set(call.key, structuredClone(call));
    return Promise.resolve();
  };

  store = (call: Call): Promise<void> => {
    this.calls.set(call.key, structuredClone(call));
    this.partial.delete(call.key);
    this.open.delete(call.key);
    return Promise.resolve();
  };

  fail = (key: string, call: Call | null): Promise<void> => {
    if (call) {
      this.failed.push(structuredClone(call));
      this.partial.delete(key);
    }
    this.open.delete(key);
    return Promise.resolve();
  };

  eachCall = (visit: (call: Call) => void): Promise<void> => {
    for (const call of [...this.calls.values(), ...this.failed, ...this.partial.values()]) visit(call);
    return Promise.resolve();
  };

  outcome = (stateId: string): Promise<Outcome | null> => Promise.resolve(this.outcomes.get(stateId) ?? null);

  putOutcome = (outcome: Outcome): Promise<void> => {
    this.outcomes.set(outcome.state_id, structuredClone(outcome));
    return Promise.resolve();
  };
}
