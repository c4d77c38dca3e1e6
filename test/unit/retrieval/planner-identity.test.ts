import { expect, it } from 'vitest';
import { PUBLISHED_LIMITS } from '$lib/complement/config/defaults';
import { stateLines } from '$lib/complement/state-text';
import { analyse } from '$lib/retrieval/analysis/analyser';
import { QUERY_FORMS } from '$lib/retrieval/query-text';
import { LEXICAL_VIEWS } from '$lib/retrieval/views/registry';
import type { State } from '$lib/serbench/state';
import { makeState, makeStep, makeUnit } from '../../support/states';

const PLANNER = 'plannermodelname';

/** A state whose steps tell who planned them, as the release's do, and where the word would count if it were read. */
const state = (planner: string | null): State =>
  makeState(
    [
      makeUnit('a', `the ${PLANNER} client retries`, { source_path: `src/${PLANNER}.py` }),
      makeUnit('b', 'the pool hands out sockets', { source_path: 'src/pool.py' }),
    ],
    {
      issue: 'Sockets leak',
      information_need: 'where sockets are handed out',
      trajectory_prefix: [
        makeStep({
          action_type: 'repo_search',
          action_input: 'sockets',
          tool_output: 'src/pool.py',
          ...(planner === null ? {} : { metadata: { model: planner, planner } }),
          ...(planner === null ? {} : { model: planner }),
        }),
      ],
    },
  );

it('who planned a trajectory reaches no view, no query form and no prompt', () => {
  const seen = (one: State) => {
    const analysis = analyse(one);
    return {
      views: LEXICAL_VIEWS.map((view) => [view.name, [...view.score(analysis, {})]]),
      queries: Object.values(QUERY_FORMS).map(({ text }) => text(one)),
      prompt: stateLines(one, PUBLISHED_LIMITS.state),
    };
  };
  const named = seen(state(PLANNER));
  expect(named).toEqual(seen(state(null)));
  expect(JSON.stringify([named.queries, named.prompt])).not.toContain(PLANNER);
});
