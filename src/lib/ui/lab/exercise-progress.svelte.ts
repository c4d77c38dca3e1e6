import { z } from 'zod';
import { getSetting, setSetting } from '$lib/data/settings';

const NAME = 'lab-exercises';

/** Which exercises are solved, kept in this browser only. */
export class ExerciseProgress {
  solved: ReadonlySet<string> = $state.raw(new Set<string>());
  problem: string | null = $state(null);

  async read(): Promise<void> {
    try {
      this.solved = new Set((await getSetting(NAME, z.array(z.string()))) ?? []);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  async solve(id: string): Promise<void> {
    if (this.solved.has(id)) return;
    await this.#write(new Set([...this.solved, id]));
  }

  forget = (): Promise<void> => this.#write(new Set());

  async #write(solved: ReadonlySet<string>): Promise<void> {
    this.solved = solved;
    try {
      await setSetting(NAME, [...solved]);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}
