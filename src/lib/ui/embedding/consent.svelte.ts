import { estimateBy, type Estimate } from '$lib/embedding/eta';
import type { Unread } from '$lib/embedding/unread';
import type { Task } from '$lib/serbench/task';
import { endpointPrices } from './prices.svelte';

/** Runs of the user's own machine that are shorter start without a question. */
const LONG_SECONDS = 30;

/** What is about to be read, and by whom. */
export interface Plan {
  model: string;
  unread: Unread;
  /** What the counts are of. */
  unit: 'texts' | 'pairs';
  /** Reads a sample, to be timed; null at an endpoint, where reading costs. */
  read: ((sample: string[], task: Task) => Promise<unknown>) | null;
  endpoint: { rerank: boolean } | null;
  /** Said beside the estimate, such as the number of workers. */
  note?: string;
}

export interface Question extends Plan {
  estimate: Estimate | null;
  yes: () => void;
}

/**
 * Asks before a long or a paid run: times a model of this machine on a few texts, or says what an endpoint would be
 * sent and what that costs. Then says how much is left at the speed so far.
 */
export class Consent {
  question: Question | null = $state.raw(null);
  /** Milliseconds left, once a run is under way. */
  left: number | null = $state(null);

  /** Resolves at once when there is little or nothing to read; rejects with the signal's reason on a cancel. */
  async ask(plan: Plan, task: Task): Promise<void> {
    this.left = null;
    const { unread, read, endpoint } = plan;
    if (unread.texts === 0) return;
    if (endpoint !== null) await endpointPrices.open();
    let estimate: Estimate | null = null;
    if (read !== null) {
      const quiet = { ...task, progress: () => undefined };
      task.progress({ done: 0, total: null, unit: 'texts', note: `Timing ${plan.model}` });
      estimate = await estimateBy((sample) => read(sample, quiet), unread);
    }
    if (endpoint === null && (estimate?.seconds ?? 0) < LONG_SECONDS) return;
    task.progress({ done: 0, total: unread.texts, unit: plan.unit, note: 'Waiting for a yes' });
    await this.#wait({ ...plan, estimate }, task.signal);
  }

  #wait(question: Omit<Question, 'yes'>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const no = () => {
        this.question = null;
        reject(signal.reason as Error);
      };
      const yes = () => {
        this.question = null;
        signal.removeEventListener('abort', no);
        resolve();
      };
      if (signal.aborted) return no();
      signal.addEventListener('abort', no, { once: true });
      this.question = { ...question, yes };
    });
  }

  /** The task, with `left` kept as its progress comes in. */
  watch(task: Task): Task {
    const start = performance.now();
    return {
      ...task,
      progress: (progress) => {
        const { done, total } = progress;
        const each = done > 0 ? (performance.now() - start) / done : null;
        this.left = each === null || total === null ? null : (total - done) * each;
        task.progress(progress);
      },
    };
  }
}
