import { begin, go, NO_PROGRESS, putAside, readProgress, type TourProgress } from './progress';
import type { Step, Tour } from './tour';

const NAME = 'tours';

/** The one guide of the site: which tour runs, on which step. The tours' texts are loaded when one runs. */
class Guide {
  progress: TourProgress = $state.raw(NO_PROGRESS);
  tours: readonly Tour[] = $state.raw([]);
  /** Counts the user's own steps: a reload makes none and must not take the focus. */
  moved = $state(0);

  get tour(): Tour | null {
    return this.tours.find(({ id }) => id === this.progress.running) ?? null;
  }

  get at(): number {
    return this.tour === null ? 0 : Math.min(this.progress.at[this.tour.id] ?? 0, this.tour.steps.length - 1);
  }

  get step(): Step | null {
    return this.tour?.steps[this.at] ?? null;
  }

  /** Reads what an earlier visit left. Without storage, tours work until the page is left. */
  async read(): Promise<void> {
    try {
      const kept = readProgress(localStorage.getItem(NAME));
      if (kept && this.moved === 0) this.progress = kept;
    } catch {
      // Storage can be refused; nothing was kept then.
    }
    if (this.progress.running !== null) await this.load();
  }

  async load(): Promise<void> {
    this.tours = (await import('./tours')).TOURS;
  }

  begin(id: string): void {
    this.#change(begin(this.progress, id));
    void this.load();
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
    try {
      localStorage.setItem(NAME, JSON.stringify(progress));
    } catch {
      // Storage can be refused; the tour runs on without it.
    }
  }
}

export const guide = new Guide();
