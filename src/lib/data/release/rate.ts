/** Bytes a second over the last seconds, and the time left. Times in milliseconds are handed in. */
export class RateMeter {
  #marks: { at: number; done: number }[] = [];

  constructor(readonly windowMs = 5000) {}

  /** Bytes a second and milliseconds left; null while too little is known. */
  add(at: number, done: number, total: number | null): { perSecond: number; leftMs: number | null } | null {
    this.#marks.push({ at, done });
    this.#marks = this.#marks.filter((mark) => at - mark.at <= this.windowMs);
    const first = this.#marks[0];
    if (!first || at - first.at < 250 || done <= first.done) return null;
    const perSecond = ((done - first.done) / (at - first.at)) * 1000;
    return { perSecond, leftMs: total === null ? null : ((total - done) / perSecond) * 1000 };
  }
}
