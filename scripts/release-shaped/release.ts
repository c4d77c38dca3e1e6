import { makeRepository, type Repository } from './repository';
import { makeState } from './state';

export interface ReleaseShape {
  states: number;
  seed: number;
  split: string;
}

/** JSON lines of a release-shaped split, state by state: 174 repositories per 500 states, as Cal500 has. */
export function* makeRelease({
  states,
  seed,
  split,
}: ReleaseShape): Generator<{ item: string; label: string }> {
  const repositories = Math.max(1, Math.round((states * 174) / 500));
  let current: { index: number; repository: Repository } | undefined;
  for (let i = 0; i < states; i += 1) {
    const index = Math.floor((i * repositories) / states);
    if (current?.index !== index) current = { index, repository: makeRepository(seed, index) };
    const made = makeState(seed, split, i, current.repository);
    yield { item: `${JSON.stringify(made.item)}\n`, label: `${JSON.stringify(made.label)}\n` };
  }
}
