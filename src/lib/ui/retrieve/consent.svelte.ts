import type { Encoder } from '$lib/embedding/encoder';
import { estimateLoad, type Estimate, type Load } from '$lib/embedding/eta';
import type { Task } from '$lib/serbench/task';

/** Shorter runs start without a question. */
const LONG_SECONDS = 30;

export interface Question {
  model: string;
  texts: number;
  estimate: Estimate;
  yes: () => void;
}

/** Times a model before a long run and waits for the user's yes; then says how much is left at the speed so far. */
export class Consent {
  question: Question | null = $state.raw(null);
  /** Milliseconds left, once a run is under way. */
  left: number | null = $state(null);

  /** Resolves at once for a short run; rejects with the signal's reason when the user cancels. */
  async ask(encoder: Encoder, load: Load, task: Task): Promise<void> {
    this.left = null;
    const estimate = await estimateLoad(encoder, load, 'document', task);
    if (estimate.seconds < LONG_SECONDS) return;
    const { signal } = task;
    await new Promise<void>((resolve, reject) => {
      const no = () => {
        this.question = null;
        reject(signal.reason as Error);
      };
      const yes = () => {
        this.question = null;
        signal.removeEventListener('abort', no);
        resolve();
      };
      if (signal.aborted) no();
      else signal.addEventListener('abort', no, { once: true });
      if (!signal.aborted)
        this.question = { model: encoder.identity.model, texts: load.texts, estimate, yes };
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
