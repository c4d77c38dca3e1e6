import type { SearchResult, State, Step, Unit } from '../state';
import { isObject, readIds, readName, type JsonObject } from './fields';
import type { Path } from './json-path';
import {
  readFlag,
  readInteger,
  readObjects,
  readOptionalText,
  readRecord,
  readText,
  readTexts,
} from './readable';
import type { RowFaults } from './row-faults';

/**
 * Builds a State from a row, field by field; every fault goes to the list. Only what scoring reads can be an error:
 * the pool's ids and the observed ids. Every other field is read as it comes, with a warning where its type is not the
 * expected one.
 */
export function readState(row: JsonObject, id: string, faults: RowFaults): State {
  const text = (key: string) => readText(row, key, faults);
  return {
    state_id: id,
    instance_id: text('instance_id'),
    repo: text('repo'),
    ...optional('base_commit', readOptionalText(row, 'base_commit', faults)),
    ...optional('split', readOptionalText(row, 'split', faults)),
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
    trajectory_prefix: readObjects(row, 'trajectory_prefix', faults, [], 'tool_output', readStep),
    candidate_evidence: readPool(row, faults),
    ...optional('candidate_pool_truncated', readFlag(row, 'candidate_pool_truncated', faults)),
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
    ...optional('content_sha256', readOptionalText(row, 'content_sha256', faults, path)),
    source_path: readText(row, 'source_path', faults, path),
    ...optional('source_type', readOptionalText(row, 'source_type', faults, path)),
    ...optional('line_start', readInteger(row, 'line_start', faults, path)),
    ...optional('line_end', readInteger(row, 'line_end', faults, path)),
    ...optional('observed_by_state', readFlag(row, 'observed_by_state', faults, path)),
    ...optional('symbol', readOptionalText(row, 'symbol', faults, path)),
    ...optional('language', readOptionalText(row, 'language', faults, path)),
  };
}

function readStep(row: JsonObject, faults: RowFaults, path: Path): Step {
  return {
    step_id: readStepId(row, faults, path),
    action_type: readText(row, 'action_type', faults, path),
    action_input: readText(row, 'action_input', faults, path),
    tool_output: readText(row, 'tool_output', faults, path),
    ...optional('tool_name', readOptionalText(row, 'tool_name', faults, path)),
    opened_files: readTexts(row, 'opened_files', faults, path),
    search_queries: readTexts(row, 'search_queries', faults, path),
    search_results: readObjects(row, 'search_results', faults, path, 'content', readSearchResult),
    ...optional('metadata', readRecord(row, 'metadata', faults, path)),
  };
}

/** A step's number; its position when it has none or another kind of name. */
function readStepId(row: JsonObject, faults: RowFaults, path: Path): number {
  const value = row['step_id'];
  const last = path.at(-1);
  const position = typeof last === 'number' ? last : 0;
  if (value === undefined || value === null) return position;
  if (Number.isSafeInteger(value)) return value as number;
  faults.at(
    [...path, 'step_id'],
    'wrong-type',
    `This should be a whole number. The step's position, ${position}, stands for it.`,
    undefined,
    'warning',
  );
  return position;
}

function readSearchResult(row: JsonObject, faults: RowFaults, path: Path): SearchResult {
  return {
    path: readText(row, 'path', faults, path),
    content: readText(row, 'content', faults, path),
    ...optional('line_start', readInteger(row, 'line_start', faults, path)),
    ...optional('line_end', readInteger(row, 'line_end', faults, path)),
    ...optional('rank', readInteger(row, 'rank', faults, path)),
    ...optional('symbol', readOptionalText(row, 'symbol', faults, path)),
    ...optional('chunk_type', readOptionalText(row, 'chunk_type', faults, path)),
  };
}

/** An entry for an optional field: present only when there is a value. */
const optional = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
