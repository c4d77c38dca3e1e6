import type { Progress } from '$lib/serbench/task';

/** At most some thirty messages a second a call, whatever the loop reports. */
const EVERY_MS = 33;

/**
 * Thins a call's progress: a new phase or unit goes through at once, others at most every 33 ms, and the last value
 * always: `flush` sends what was held back before the result, and work that waits (for a host, say) is not shown
 * short of where it stands. `stop` ends it: nothing is sent after a call's end.
 */
export function progressFor(send: (progress: Progress) => void): {
  report(progress: Progress): void;
  flush(): void;
  stop(): void;
} {
  let held: Progress | null = null;
  let sent: Progress | null = null;
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = () => {
    held = null;
    clearTimeout(timer);
    timer = undefined;
  };
  const pass = (progress: Progress) => {
    drop();
    sent = progress;
    at = performance.now();
    send(progress);
  };
  const flush = () => {
    if (held !== null) pass(held);
  };
  return {
    report(progress) {
      const fresh = sent === null || sent.note !== progress.note || sent.unit !== progress.unit;
      if (fresh && held !== null) pass(held);
      if (fresh || performance.now() - at >= EVERY_MS) pass(progress);
      else {
        held = progress;
        timer ??= setTimeout(flush, EVERY_MS);
      }
    },
    flush,
    stop: drop,
  };
}
