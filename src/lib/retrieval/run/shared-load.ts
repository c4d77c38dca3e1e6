import type { Progress, Task } from '$lib/serbench/task';

/**
 * One slow load that many callers wait for. A caller that is cancelled leaves with its signal's reason at once; the
 * load goes on for the others and for those to come. A load that failed is forgotten: the next caller tries again.
 *
 * @param load opens the thing; its task is cancelled by nobody
 * @param checkpoint lets messages in between chunks of work
 */
export function sharedLoad<Loaded>(
  load: (task: Task) => Promise<Loaded>,
  checkpoint: () => Promise<void>,
): (task: Task) => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  const watchers = new Set<Task>();
  const progress = (latest: Progress): void => watchers.forEach((one) => one.progress(latest));

  return async (task) => {
    task.signal.throwIfAborted();
    loading ??= load({ signal: new AbortController().signal, progress, checkpoint }).catch(
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    const opened = loading;
    watchers.add(task);
    let leave = (): void => undefined;
    const cancelled = new Promise<never>((_, reject) => {
      leave = () => reject(task.signal.reason as Error);
      task.signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([opened, cancelled]);
    } finally {
      watchers.delete(task);
      task.signal.removeEventListener('abort', leave);
    }
  };
}
