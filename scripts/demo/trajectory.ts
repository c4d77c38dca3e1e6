import type { Action, Intent, IssueSpec } from './spec';
import { search } from './search';
import type { Repository } from './units';

const HITS = 8;
const SHOWN = 700;
const REACH = 60;

/** Paths as the release's harness wrote them. */
const windowsPath = (path: string) => path.replaceAll('/', '\\');

export interface DemoStep extends Record<string, unknown> {
  action_type: string;
  tool_output: string;
  opened_files: string[];
  search_queries: string[];
  /** 1-based, inclusive: what a read showed. Not written to the file. */
  shown?: { path: string; start: number; end: number };
}

interface Result {
  actionType: string;
  input: string;
  tool: string;
  output: string;
  results: object[];
  metadata: Record<string, unknown>;
  shown?: { path: string; start: number; end: number };
}

function runSearch(repository: Repository, query: string): Pick<Result, 'output' | 'results'> {
  const hits = search(repository.chunks, query).slice(0, HITS);
  const shown = hits.map(
    ({ chunk }, index) =>
      `${index + 1}. ${windowsPath(chunk.path)}:${chunk.start}-${chunk.end} symbol=${chunk.symbol || '-'} type=${chunk.type}\n` +
      chunk.text.replace(/\s+/g, ' ').slice(0, SHOWN),
  );
  return {
    output: [`QUERY: ${query}`, '', ...shown].join('\n\n').trimEnd(),
    results: hits.map(({ chunk }, index) => ({
      chunk_type: chunk.type,
      content: chunk.text,
      line_end: chunk.end,
      line_start: chunk.start,
      path: windowsPath(chunk.path),
      rank: index + 1,
      symbol: chunk.symbol,
    })),
  };
}

function runRead(repository: Repository, path: string, center: number) {
  const lines = repository.files.get(path);
  if (lines === undefined) throw new Error(`${repository.name} has no file ${path}`);
  const start = Math.max(1, center - REACH);
  const end = Math.min(lines.length, center + REACH);
  const numbered = lines.slice(start - 1, end).map((line, i) => `${String(start + i).padStart(5)}: ${line}`);
  return {
    output: [`FILE ${windowsPath(path)}:${start}-${end}`, ...numbered].join('\n').trimEnd(),
    shown: { path, start, end },
  };
}

function perform(repository: Repository, action: Action, reads: number): Result {
  const decision = (extra: object) =>
    JSON.stringify({
      ...extra,
      subgoal: action.subgoal,
      information_need: action.need,
      hypothesis: action.hypothesis,
    });
  if (action.kind === 'search') {
    return {
      actionType: 'repo_search',
      input: action.query,
      tool: 'bm25_repo_search',
      ...runSearch(repository, action.query),
      metadata: { decision_raw: decision({ query: action.query }), retrieval_intent: action.query },
    };
  }
  const path = windowsPath(action.path);
  if (action.kind === 'read') {
    const { output, shown } = runRead(repository, action.path, action.center);
    return {
      actionType: 'read_file',
      input: path,
      tool: 'repo_file_reader',
      output,
      results: [],
      shown,
      metadata: {
        action_decision_raw: decision({ path }),
        center_line: action.center,
        path_resolution: 'exact_candidate',
        proposed_path: path,
        read_index: reads,
        retrieval_intent_boundary: 'after_file_inspection',
      },
    };
  }
  return {
    actionType: 'edit_file',
    input: JSON.stringify({ intent: action.intent, target_path: path }),
    tool: 'edit_intent_planner',
    output: `Target file: ${path}\nPatch intent: ${action.intent}`,
    results: [],
    metadata: {
      decision_raw: decision({ path, intent: action.intent }),
      path_resolution: 'exact_candidate',
      proposed_path: path,
      retrieval_intent_boundary: 'before_edit',
      target_path: path,
    },
  };
}

const PLAN: Intent = {
  subgoal: 'Plan the first repository search.',
  need: 'Identify an initial code search query.',
  hypothesis: '',
};

/** Plays a script against a repository: every search is run, every window is read from the file. */
export function play(
  repository: Repository,
  instance: string,
  issue: IssueSpec,
  actions: Action[],
): DemoStep[] {
  const opened: string[] = [];
  const queries: string[] = [];
  const steps: DemoStep[] = [];
  const add = (result: Result, intent: Intent) =>
    steps.push({
      action_input: result.input,
      action_type: result.actionType,
      agent_name: 'scripted_demo_agent',
      current_diff: '',
      exit_code: 0,
      instance_id: instance,
      metadata: {
        hypothesis: intent.hypothesis,
        information_need: intent.need,
        planner: 'hand_written',
        repo: repository.name,
        subgoal: intent.subgoal,
        trace_policy: 'demo_script_v1',
        ...result.metadata,
      },
      model: 'none',
      opened_files: [...opened],
      run_id: `${instance}-demo-trace-v1`,
      schema_version: '0.2',
      search_queries: [...queries],
      search_results: result.results,
      status: '',
      step_id: steps.length,
      timestamp: '',
      token_input: 0,
      token_output: 0,
      tool_name: result.tool,
      tool_output: result.output,
      ...(result.shown === undefined ? {} : { shown: result.shown }),
    });
  add(
    {
      actionType: 'plan_update',
      input: `${issue.title}\n${issue.body}`.slice(0, 2000),
      tool: 'hand_written',
      output: issue.plan.map((line) => `- ${line}`).join('\n'),
      results: [],
      metadata: {},
    },
    PLAN,
  );
  for (const action of actions) {
    const reads = steps.filter((step) => step.action_type === 'read_file').length;
    if (action.kind === 'search') queries.push(action.query);
    if (action.kind === 'read' && !opened.includes(windowsPath(action.path)))
      opened.push(windowsPath(action.path));
    add(perform(repository, action, reads), action);
  }
  return steps;
}
