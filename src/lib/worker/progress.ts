import type { Progress } from '$lib/serbench/task';

/** At most some thirty messages a second a call, whatever the loop reports. */
const EVERY_MS = 33;

/**
 * Thins a call's progress: a new phase or unit and the last value always go through, others at most every 33 ms.
 * `flush` sends what was held back, before the result.
 */
export function progressFor(send: (progress: Progress) => void): {
  report(progress: Progress): void;
  flush(): void;
} {
  let held: Progress | null = null;
  let sent: Progress | null = null;
  let at = 0;
  const pass = (progress: Progress) => {
    held = null;
    sent = progress;
    at = performance.now();
    send(progress);
  };
  return {
    report(progress) {
      const fresh = sent === null || sent.note !== progress.note || sent.unit !== progress.unit;
      if (fresh && held !== null) pass(held);
      if (fresh || performance.now() - at >= EVERY_MS) pass(progress);
      else held = progress;
    },
    flush() {
      if (held !== null) pass(held);
    },
  };
}
