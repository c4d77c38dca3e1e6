import type { SearchResult, State, Step, Unit } from '../state';
import { isObject, readIds, readName, readOptional, readText, readTexts, type JsonObject } from './fields';
import type { Path } from './json-path';
import type { RowFaults } from './row-faults';

/** Builds a State from a row, field by field; every fault goes to the list. */
export function readState(row: JsonObject, id: string, faults: RowFaults): State {
  const text = (key: string) => readText(row, key, faults);
  return {
    state_id: id,
    instance_id: text('instance_id'),
    repo: text('repo'),
    ...optional('base_commit', readOptional(row, 'base_commit', 'string', faults)),
    ...optional('split', readOptional(row, 'split', 'string', faults)),
    state_type: text('state_type'),
    issue: text('issue'),
    information_need: text('information_need'),
    current_observation: text('current_observation'),
    current_hypothesis: text('current_hypothesis'),
    current_subgoal: text('current_subgoal'),
    latest_test_output: text('latest_test_output'),
    current_diff: text('current_diff'),
    opened_files: readTexts(row, 'opened_files', faults),
    search_queries: readTexts(row, 'search_queries', faults),
    observed_evidence_ids:
      row['observed_evidence_ids'] === undefined || row['observed_evidence_ids'] === null
        ? []
        : readIds(row['observed_evidence_ids'], ['observed_evidence_ids'], faults, {
            name: '"observed_evidence_ids"',
            repeats: 'warning',
          }),
    trajectory_prefix: readObjects(row, 'trajectory_prefix', faults, [], readStep),
    candidate_evidence: readPool(row, faults),
    ...optional('candidate_pool_truncated', readOptional(row, 'candidate_pool_truncated', 'boolean', faults)),
  };
}

function readPool(row: JsonObject, faults: RowFaults): Unit[] {
  const value = row['candidate_evidence'];
  const path = ['candidate_evidence'];
  if (!Array.isArray(value)) {
    if (value === undefined)
      faults.add('pool-missing', '"candidate_evidence" is missing; it must be a list of units.', { path });
    else faults.at(path, 'pool-not-a-list', '"candidate_evidence" must be a list of units.');
    return [];
  }
  const units: Unit[] = [];
  const seen = new Map<string, number>();
  value.forEach((item: unknown, i) => {
    const at = [...path, i];
    if (!isObject(item)) {
      faults.at(at, 'unit-not-an-object', 'A unit must be a JSON object.');
      return;
    }
    const id = readName(item, 'evidence_id', faults, at);
    if (id === undefined) return;
    const first = seen.get(id);
    if (first !== undefined) {
      faults.at(
        [...at, 'evidence_id'],
        'duplicate-evidence-id',
        `Id ${JSON.stringify(id)} stands at positions ${first + 1} and ${i + 1} of the pool.`,
      );
    } else seen.set(id, i);
    units.push(readUnit(item, id, faults, at));
  });
  return units;
}

function readUnit(row: JsonObject, id: string, faults: RowFaults, path: Path): Unit {
  return {
    evidence_id: id,
    content_excerpt: readText(row, 'content_excerpt', faults, path),
    ...optional('content_sha256', readOptional(row, 'content_sha256', 'string', faults, path)),
    source_path: readText(row, 'source_path', faults, path),
    ...optional('source_type', readOptional(row, 'source_type', 'string', faults, path)),
    ...optional('line_start', readOptional(row, 'line_start', 'number', faults, path)),
    ...optional('line_end', readOptional(row, 'line_end', 'number', faults, path)),
    ...optional('observed_by_state', readOptional(row, 'observed_by_state', 'boolean', faults, path)),
    ...optional('symbol', readOptional(row, 'symbol', 'string', faults, path)),
    ...optional('language', readOptional(row, 'language', 'string', faults, path)),
  };
}

function readStep(row: JsonObject, faults: RowFaults, path: Path): Step {
  const metadata = row['metadata'];
  return {
    step_id: readOptional(row, 'step_id', 'number', faults, path) ?? Number(path.at(-1)),
    action_type: readText(row, 'action_type', faults, path),
    action_input: readText(row, 'action_input', faults, path),
    tool_output: readText(row, 'tool_output', faults, path),
    ...optional('tool_name', readOptional(row, 'tool_name', 'string', faults, path)),
    opened_files: readTexts(row, 'opened_files', faults, path),
    search_queries: readTexts(row, 'search_queries', faults, path),
    search_results: readObjects(row, 'search_results', faults, path, readSearchResult),
    ...(isObject(metadata) ? { metadata } : {}),
  };
}

function readSearchResult(row: JsonObject, faults: RowFaults, path: Path): SearchResult {
  return {
    path: readText(row, 'path', faults, path),
    content: readText(row, 'content', faults, path),
    ...optional('line_start', readOptional(row, 'line_start', 'number', faults, path)),
    ...optional('line_end', readOptional(row, 'line_end', 'number', faults, path)),
    ...optional('rank', readOptional(row, 'rank', 'number', faults, path)),
    ...optional('symbol', readOptional(row, 'symbol', 'string', faults, path)),
    ...optional('chunk_type', readOptional(row, 'chunk_type', 'string', faults, path)),
  };
}

/** An optional list of objects; absent or null is []. */
function readObjects<T>(
  row: JsonObject,
  key: string,
  faults: RowFaults,
  path: Path,
  read: (item: JsonObject, faults: RowFaults, path: Path) => T,
): T[] {
  const value = row[key];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    faults.at([...path, key], 'wrong-type', 'This must be a list of objects.');
    return [];
  }
  const items: T[] = [];
  value.forEach((item: unknown, i) => {
    if (isObject(item)) items.push(read(item, faults, [...path, key, i]));
    else faults.at([...path, key, i], 'wrong-type', 'This must be an object.');
  });
  return items;
}

/** An entry for an optional field: present only when there is a value. */
const optional = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
