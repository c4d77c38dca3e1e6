import { z } from 'zod';
import { getSetting, setSetting } from '$lib/data/settings';
import { Frozen } from './frozen';

const SETTING = 'retrieve-frozen';

/** Choices of query form and lambda, kept by this browser, so that they can be applied to another split. */
export class FrozenChoices {
  list: readonly Frozen[] = $state.raw([]);
  problem: string | null = $state(null);

  /** Reads what is kept; a list of another shape counts as none. */
  async load(): Promise<void> {
    await this.#guarded(async () => {
      this.list = (await getSetting(SETTING, z.array(Frozen))) ?? [];
    });
  }

  /** Adds a choice; the same one made again replaces the earlier. */
  async add(choice: Frozen): Promise<void> {
    await this.#keep([choice, ...this.list.filter(({ hash }) => hash !== choice.hash)]);
  }

  async remove(hash: string): Promise<void> {
    await this.#keep(this.list.filter((one) => one.hash !== hash));
  }

  async #keep(list: Frozen[]): Promise<void> {
    this.list = list;
    await this.#guarded(() => setSetting(SETTING, list));
  }

  async #guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.problem = null;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}
