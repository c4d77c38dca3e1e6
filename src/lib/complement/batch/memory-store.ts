import type { Call } from '../trace';
import type { Outcome } from './record';
import type { BatchStore } from './run-batch';

/** A store that lives as long as its owner: for tests, and for pages without storage. */
export class MemoryStore implements BatchStore {
  readonly calls = new Map<string, Call>();
  /** Calls that ended without an answer, once for every time. */
  readonly failed: Call[] = [];
  readonly outcomes = new Map<number, Outcome>();
  /** Calls that began and were not stored: perhaps billed. */
  readonly open = new Set<string>();

  find = (key: string): Promise<Call | null> => Promise.resolve(this.calls.get(key) ?? null);

  begin = (key: string): Promise<void> => {
    this.open.add(key);
    return Promise.resolve();
  };

  store = (call: Call): Promise<void> => {
    this.calls.set(call.key, structuredClone(call));
    this.open.delete(call.key);
    return Promise.resolve();
  };

  fail = (key: string, call: Call | null): Promise<void> => {
    if (call) this.failed.push(structuredClone(call));
    this.open.delete(key);
    return Promise.resolve();
  };

  eachCall = (visit: (call: Call) => void): Promise<void> => {
    for (const call of [...this.calls.values(), ...this.failed]) visit(call);
    return Promise.resolve();
  };

  outcome = (index: number): Promise<Outcome | null> => Promise.resolve(this.outcomes.get(index) ?? null);

  putOutcome = (outcome: Outcome): Promise<void> => {
    this.outcomes.set(outcome.index, structuredClone(outcome));
    return Promise.resolve();
  };
}
