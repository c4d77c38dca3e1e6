import { getSetting, setSetting } from '$lib/data/settings';
import { begin, go, NO_PROGRESS, putAside, tourProgress, type TourProgress } from './progress';
import type { Step, Tour } from './tour';
import { TOURS } from './tours';

const NAME = 'tours';

/** The one guide of the site: which tour runs, on which step. */
class Guide {
  progress: TourProgress = $state.raw(NO_PROGRESS);
  /** Set by the user's own steps, so that a reload does not take the focus. */
  moved = $state(0);
  #reading: Promise<void> | null = null;

  get tour(): Tour | null {
    return TOURS.find(({ id }) => id === this.progress.running) ?? null;
  }

  get at(): number {
    return this.tour === null ? 0 : Math.min(this.progress.at[this.tour.id] ?? 0, this.tour.steps.length - 1);
  }

  get step(): Step | null {
    return this.tour?.steps[this.at] ?? null;
  }

  read(): Promise<void> {
    this.#reading ??= getSetting(NAME, tourProgress).then(
      (kept) => {
        if (kept && this.moved === 0) this.progress = kept;
      },
      // Without storage tours work until the page is left.
      () => undefined,
    );
    return this.#reading;
  }

  begin(id: string): void {
    this.#change(begin(this.progress, id));
  }

  go(by: number): void {
    this.#change(go(this.progress, by, this.tour?.steps.length ?? 0));
  }

  putAside(): void {
    this.#change(putAside(this.progress));
  }

  #change(progress: TourProgress): void {
    this.progress = progress;
    this.moved += 1;
    void setSetting(NAME, progress).catch(() => undefined);
  }
}

export const guide = new Guide();
