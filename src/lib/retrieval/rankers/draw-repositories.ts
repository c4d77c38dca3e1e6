import { compareCodePoints } from '$lib/serbench/code-point';
import { SELECTION_SEED, SELECTION_STATES, shuffled } from './draw';

/** States drawn by whole repositories. */
export interface RepositoryDraw {
  states: string[];
  repositories: string[];
  seed: number;
}

/**
 * Draws whole repositories until `size` states are drawn, so that no repository has states both among the drawn and
 * among the rest (sections 6.1 and D.2: a repository-disjoint subset of 75 states of Cal500; which one is not
 * published, so the draw is ours). Repositories are taken in a seeded order, each if what is then missing can still be
 * made up of later ones; where no choice of repositories has exactly `size` states, the largest number below it is
 * drawn. The same for the same states, whatever their order.
 *
 * @throws RangeError when there are no states, or each repository has more than `size`
 */
export function drawRepositories(
  states: readonly { id: string; repository: string }[],
  size = SELECTION_STATES,
  seed = SELECTION_SEED,
): RepositoryDraw {
  const byRepository = new Map<string, Set<string>>();
  for (const { id, repository } of states) {
    const own = byRepository.get(repository) ?? new Set();
    byRepository.set(repository, own.add(id));
  }
  const names = shuffled([...byRepository.keys()].sort(compareCodePoints), seed);
  const counts = names.map((name) => byRepository.get(name)?.size ?? 0);
  // reachable[i] holds the sums that repositories i and later can make.
  const reachable: Set<number>[] = [new Set([0])];
  for (const count of counts.toReversed()) {
    const [later = new Set<number>()] = reachable;
    const sums = new Set(later);
    for (const sum of later) if (sum + count <= size) sums.add(sum + count);
    reachable.unshift(sums);
  }
  let missing = [...(reachable[0] ?? [])].reduce((most, sum) => Math.max(most, sum), 0);
  if (missing === 0) {
    throw new RangeError(
      states.length === 0
        ? 'No state to choose a query form on.'
        : `Every repository has more than ${size} states: no whole repository can be drawn.`,
    );
  }
  const repositories: string[] = [];
  names.forEach((name, i) => {
    const count = counts[i] ?? 0;
    if (count > missing || reachable[i + 1]?.has(missing - count) !== true) return;
    repositories.push(name);
    missing -= count;
  });
  const drawn = repositories.flatMap((name) => [...(byRepository.get(name) ?? [])]);
  return { states: drawn.sort(compareCodePoints), repositories: repositories.sort(compareCodePoints), seed };
}
