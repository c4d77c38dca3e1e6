import type { Progress } from '$lib/serbench/task';

/** A long call as the page sees it: its state, progress and outcome are values. */
export type JobState = 'idle' | 'running' | 'done' | 'cancelled' | 'failed';

/** One job at a time: starting a new one cancels the old one, whose late result is dropped. */
export class Job {
  state: JobState = $state('idle');
  progress: Progress | null = $state.raw(null);
  error: Error | null = $state.raw(null);
  #controller: AbortController | null = null;

  get running(): boolean {
    return this.state === 'running';
  }

  /** Runs `work`; resolves to its result, or to null when it failed or was cancelled (see `state`, `error`). */
  async run<Result>(
    work: (options: { signal: AbortSignal; onProgress: (progress: Progress) => void }) => Promise<Result>,
  ): Promise<Result | null> {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    this.state = 'running';
    this.progress = null;
    this.error = null;
    const current = () => this.#controller === controller;
    try {
      const onProgress = (progress: Progress) => {
        if (current()) this.progress = progress;
      };
      const result = await work({ signal: controller.signal, onProgress });
      if (!current()) return null;
      this.state = 'done';
      return result;
    } catch (error) {
      if (!current()) return null;
      this.state = controller.signal.aborted ? 'cancelled' : 'failed';
      if (this.state === 'failed') this.error = error instanceof Error ? error : new Error(String(error));
      return null;
    }
  }

  cancel = (): void => {
    this.#controller?.abort();
    if (this.running) this.state = 'cancelled';
  };
}
