import { Pcg64 } from '$lib/statistics/random/pcg64';

/** The publication picks on 75 states of Cal500. */
export const SELECTION_STATES = 75;
export const SELECTION_SEED = 20_260_101;

/**
 * The first `count` places of a seeded shuffle (Fisher and Yates, PCG64): the same for the same list and seed. By
 * rejection, so that every place is equally likely.
 */
export function shuffled(list: readonly string[], seed: number, count = list.length): string[] {
  const items = [...list];
  const random = new Pcg64(seed);
  const taken = Math.min(count, items.length);
  for (let i = 0; i < taken; i += 1) {
    const left = items.length - i;
    const limit = 2 ** 32 - (2 ** 32 % left);
    let draw = random.next32();
    while (draw >= limit) draw = random.next32();
    const j = i + (draw % left);
    const held = items[i] ?? '';
    items[i] = items[j] ?? '';
    items[j] = held;
  }
  return items.slice(0, taken);
}
