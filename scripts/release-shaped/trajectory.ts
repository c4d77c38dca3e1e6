import type { Random } from './random';
import type { Repository, SourceUnit } from './repository';
import { prose, sentence, snake } from './words';

export type Boundary = 'before_search' | 'after_search' | 'after_file_inspection' | 'before_edit';

export interface Trajectory {
  steps: Record<string, unknown>[];
  searches: string[];
  opened: string[];
  shown: SourceUnit[];
  last: { hypothesis: string; information_need: string; subgoal: string; output: string };
}

const windows = (path: string) => path.replaceAll('/', '\\');

/** Rendered hits: white space folded, the first 700 characters of each. */
const renderHits = (query: string, hits: SourceUnit[]) =>
  `QUERY: ${query}\n\n` +
  hits
    .map(
      (hit, i) =>
        `${i + 1}. ${windows(hit.path)}:${hit.first}-${hit.last} symbol=${hit.symbol || '-'} type=${hit.kind}\n` +
        hit.text.replace(/\s+/g, ' ').trim().slice(0, 700),
    )
    .join('\n');

const renderRead = (unit: SourceUnit) =>
  `FILE ${windows(unit.path)}:${unit.first}-${unit.last}\n` +
  unit.text
    .split('\n')
    .slice(0, 40)
    .map((line, i) => `${String(unit.first + i).padStart(5)}: ${line}`)
    .join('\n')
    .trimEnd();

/** The steps up to a boundary: a plan, two searches, one to three reads, an intended edit. */
export function makeTrajectory(
  random: Random,
  repository: Repository,
  boundary: Boundary,
  instance: string,
  issue: string,
): Trajectory {
  const { words, units } = repository;
  const made: Trajectory = {
    steps: [],
    searches: [],
    opened: [],
    shown: [],
    last: { hypothesis: '', information_need: '', subgoal: '', output: '' },
  };
  const add = (kind: string, tool: string, input: string, output: string, hits: SourceUnit[]) => {
    const intent = {
      hypothesis: made.steps.length === 0 ? '' : prose(random, words, random.int(120, 260)),
      information_need: sentence(random, words),
      subgoal: sentence(random, words),
    };
    made.last = { ...intent, output };
    made.steps.push({
      action_input: input,
      action_type: kind,
      agent_name: 'release_shaped_agent',
      current_diff: '',
      exit_code: 0,
      instance_id: instance,
      metadata: {
        ...intent,
        planner: 'generator',
        repo: repository.name,
        trace_policy: 'release_shaped_v1',
        ...(kind === 'plan_update'
          ? {}
          : {
              decision_raw: JSON.stringify({ ...intent, input }),
              retrieval_intent: prose(random, words, 300),
            }),
      },
      model: 'generator',
      opened_files: [...made.opened],
      run_id: `${instance}-release-shaped`,
      schema_version: '0.2',
      search_queries: [...made.searches],
      search_results: hits.map((hit, i) => ({
        chunk_type: hit.kind,
        content: hit.text.slice(0, 4500),
        line_end: hit.last,
        line_start: hit.first,
        path: windows(hit.path),
        rank: i + 1,
        symbol: hit.symbol,
      })),
      status: '',
      step_id: made.steps.length,
      timestamp: '',
      token_input: 0,
      token_output: 0,
      tool_name: tool,
      tool_output: output,
    });
  };

  add(
    'plan_update',
    'openai_compatible',
    issue.slice(0, 2000),
    prose(random, words, random.int(700, 1500)),
    [],
  );
  if (boundary === 'before_search') return made;
  for (let i = random.int(1, 3); i > 0; i -= 1) {
    const query = snake(random, words);
    made.searches.push(query);
    const hits = random.sample(units, 8);
    made.shown.push(...hits);
    add('repo_search', 'bm25_repo_search', query, renderHits(query, hits), hits);
  }
  if (boundary === 'after_search') return made;
  for (let i = random.int(1, 3); i > 0; i -= 1) {
    const unit = random.pick(units);
    made.opened.push(windows(unit.path));
    made.shown.push(unit);
    add('read_file', 'repo_file_reader', windows(unit.path), renderRead(unit), []);
  }
  if (boundary === 'before_edit') {
    const unit = random.pick(units);
    add('edit_file', 'edit_intent_planner', windows(unit.path), prose(random, words, 220), []);
  }
  return made;
}
