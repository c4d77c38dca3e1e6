import { isBilled } from './billed';
import type { ModelRef } from '../config/schema';
import type { Usage } from '../model';
import { overBudget, spend, type Budget, type CostOf } from './budget';
import type { Tally } from './record';

/** What a call under way is expected to use. */
interface Reserved {
  tokens: number;
  cost: number;
}

/**
 * The cap of a run. A call is admitted when what is spent, what the calls under way are expected to use and what
 * it is itself expected to use fit into the budget; it waits while only the calls under way stand in its way.
 * So the cap is passed by the errors of these expectations at most, however many calls run at once.
 */
export class Purse {
  readonly #reserved = new Set<Reserved>();
  #waiting: (() => void)[] = [];

  constructor(
    readonly tally: Tally,
    readonly budget: Budget,
    readonly costOf: CostOf,
  ) {}

  /** Whether there is a cap: without one, expectations need not be made. */
  get capped(): boolean {
    return this.budget.tokens !== null || this.budget.cost !== null;
  }

  /** Reserves for a call, or says why it may not be made. `settle` takes the usage in place of the expectation. */
  async admit(
    ref: ModelRef,
    expected: Usage,
    refusal: () => string | null,
  ): Promise<{ ok: true; settle: (usage: Usage) => void } | { ok: false; reason: string }> {
    const price = this.costOf(ref, expected);
    if (this.budget.cost !== null && price === null && isBilled(ref))
      return {
        ok: false,
        reason: `The money budget cannot be kept: no price of ${ref.model} is known in the run's one currency. Enter it, or drop that budget, and resume.`,
      };
    const wanted = { tokens: (expected.input ?? 0) + (expected.output ?? 0), cost: price ?? 0 };
    for (;;) {
      const reason = refusal() ?? this.#tooMuch(wanted);
      if (reason === null) break;
      if (refusal() !== null || this.#reserved.size === 0) return { ok: false, reason };
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
    this.#reserved.add(wanted);
    return {
      ok: true,
      settle: (usage) => {
        this.#reserved.delete(wanted);
        spend(this.tally, ref, usage, this.costOf);
        const woken = this.#waiting;
        this.#waiting = [];
        for (const wake of woken) wake();
      },
    };
  }

  #tooMuch(wanted: Reserved): string | null {
    const { tally, budget } = this;
    let { tokens, cost } = wanted;
    for (const reserved of this.#reserved) {
      tokens += reserved.tokens;
      cost += reserved.cost;
    }
    const spent = tally.inputTokens + tally.outputTokens;
    const over = overBudget(tally, budget);
    if (over !== null) return over;
    if (budget.tokens !== null && spent + tokens > budget.tokens)
      return `The token budget does not hold the next call: ${spent} of ${budget.tokens} are used, and it is expected to take ${wanted.tokens}. Raise the budget and resume.`;
    if (budget.cost !== null && (tally.cost ?? 0) + cost > budget.cost)
      return `The money budget does not hold the next call: ${(tally.cost ?? 0).toFixed(4)} of ${budget.cost} is spent, and it is expected to cost ${wanted.cost.toFixed(4)}. Raise the budget and resume.`;
    return null;
  }
}
