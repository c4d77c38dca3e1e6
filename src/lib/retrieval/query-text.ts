import type { State } from '$lib/serbench/state';

const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text)?.[0] ?? '';

/** What the agent asks for; without it the issue's first line. */
export const questionText = (state: State): string => state.information_need || firstLine(state.issue);

/** Everything the state card says, in the order of the golden data. */
export const fullStateText = (state: State): string =>
  join([
    state.issue,
    state.information_need,
    state.current_hypothesis,
    state.current_subgoal,
    state.current_observation,
    ...state.opened_files,
    ...state.search_queries,
    state.latest_test_output,
    state.current_diff,
  ]);

/** What the agent did: its action inputs, search queries and opened files. */
export const actionsText = (state: State): string =>
  join([
    ...state.trajectory_prefix.map((step) => step.action_input),
    ...state.search_queries,
    ...state.opened_files,
  ]);

/** What the agent saw: tool outputs, contents of search results, the current observation. */
export const observationsText = (state: State): string =>
  join([
    ...state.trajectory_prefix.flatMap((step) => [
      step.tool_output,
      ...step.search_results.map((result) => result.content),
    ]),
    state.current_observation,
  ]);

/** Ways to put a state to a ranker as one query. */
export const QUERY_FORMS = {
  question: { label: 'Question', help: 'The information need.', text: questionText },
  issue: { label: 'Issue only', help: 'The issue as reported.', text: (state: State) => state.issue },
  dense: {
    label: 'Need, subgoal, issue',
    help: 'The information need, the subgoal and the issue: the dense view of the nine.',
    text: (state: State) => join([state.information_need, state.current_subgoal, state.issue]),
  },
  'state-need': {
    label: 'State and need',
    help: 'The whole state card, the information need once more at the end. The template is ours: the publication names the form, not its text.',
    text: (state: State) => join([fullStateText(state), state.information_need]),
  },
  'reasoning-need': {
    label: 'Reasoning and need',
    help: 'Hypothesis, subgoal and information need, without the issue. The template is ours: the publication names the form, not its text.',
    text: (state: State) => join([state.current_hypothesis, state.current_subgoal, state.information_need]),
  },
  state: { label: 'Full state', help: 'Every field of the state card.', text: fullStateText },
  actions: { label: 'Actions', help: 'Action inputs, search queries, opened files.', text: actionsText },
  observations: { label: 'Observations', help: 'Tool outputs and search results.', text: observationsText },
} as const satisfies Record<string, { label: string; help: string; text: (state: State) => string }>;

export type QueryForm = keyof typeof QUERY_FORMS;

export const FORMS = Object.keys(QUERY_FORMS) as QueryForm[];

export const isQueryForm = (name: string): name is QueryForm => Object.hasOwn(QUERY_FORMS, name);

export const queryText = (state: State, form: QueryForm): string => QUERY_FORMS[form].text(state);
