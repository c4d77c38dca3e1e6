import type { Certificate, Group } from '../certificate';
import type { IndexedState } from '../split-index';
import { isBlank, isObject, readIds, type JsonObject } from './fields';
import type { Path } from './json-path';
import type { KnownStates } from './known-states';
import { readOptionalText } from './readable';
import type { RowFaults } from './row-faults';

interface Pool {
  state: IndexedState;
  known: KnownStates;
}

/** Reads a certificate; every fault goes to the list. Without a pool, ids are not checked against one. */
export function readCertificate(
  row: JsonObject,
  id: string,
  prefix: Path,
  faults: RowFaults,
  pool: Pool | null,
): Certificate {
  const observed = readObserved(row, prefix, faults, pool);
  const foreign = (what: 'acceptable' | 'branch') => (unit: string) => {
    if (pool && !pool.state.ids.has(unit)) return pool.known.outside(pool.state.state_id, unit);
    if (!observed.has(unit)) return undefined;
    return {
      code: `${what}-observed`,
      message: `Unit ${JSON.stringify(unit)} was observed already, so it cannot be required.`,
    };
  };
  return {
    state_id: id,
    required_evidence_groups: readGroups(row, prefix, faults, foreign('acceptable')),
    alternative_minimal_sets: readBranches(row, prefix, faults, foreign('branch')),
    observed_evidence_ids: [...observed],
    ...furtherOf(row),
  };
}

/** What scoring reads, and the name of the row's format. */
const READ = new Set([
  'schema_version',
  'state_id',
  'required_evidence_groups',
  'alternative_minimal_sets',
  'observed_evidence_ids',
]);

/** The fields that no score reads; absent when there are none. */
function furtherOf(row: JsonObject): Pick<Certificate, 'further'> {
  const entries = Object.entries(row).filter(([key]) => !READ.has(key));
  return entries.length === 0 ? {} : { further: Object.fromEntries(entries) };
}

type Foreign = (id: string) => { code: string; message: string; hint?: string | undefined } | undefined;

function readObserved(row: JsonObject, prefix: Path, faults: RowFaults, pool: Pool | null): Set<string> {
  const path = [...prefix, 'observed_evidence_ids'];
  const value = row['observed_evidence_ids'];
  const observed = new Set(
    value === undefined
      ? []
      : readIds(value, path, faults, { name: '"observed_evidence_ids"', repeats: 'warning' }),
  );
  if (pool) {
    const theirs = pool.state.observed;
    const only = [...observed].find((id) => !theirs.has(id)) ?? [...theirs].find((id) => !observed.has(id));
    if (only !== undefined) {
      const where = theirs.has(only) ? 'only the item has it' : 'the item does not have it';
      faults.at(
        path,
        'observed-disagrees',
        `The observed ids differ from the item's: ${JSON.stringify(only)} (${where}).`,
      );
    }
  }
  return observed;
}

function readGroups(row: JsonObject, prefix: Path, faults: RowFaults, foreign: Foreign): Group[] {
  const path = [...prefix, 'required_evidence_groups'];
  const value = row['required_evidence_groups'];
  if (!Array.isArray(value) || value.length === 0) {
    faults.at(
      path,
      'no-groups',
      'A certificate needs a list "required_evidence_groups" with at least one group.',
    );
    return [];
  }
  const indexOf = new Map<string, number>();
  const groups = value.flatMap((item: unknown, i): Group[] => {
    const at = [...path, i];
    if (!isObject(item)) {
      faults.at(at, 'group-not-an-object', 'A group must be a JSON object.');
      return [];
    }
    const group_id = readGroupId(item, at, faults, indexOf, i);
    const role = item['role'];
    if (typeof role !== 'string' || isBlank(role))
      faults.at([...at, 'role'], 'role-missing', 'A group needs a "role", a string that is not blank.');
    const ids = item['acceptable_evidence_ids'];
    const acceptable = readIds(ids, [...at, 'acceptable_evidence_ids'], faults, {
      name: '"acceptable_evidence_ids"',
      foreign,
    });
    if (Array.isArray(ids) && ids.length === 0)
      faults.at(
        [...at, 'acceptable_evidence_ids'],
        'acceptable-empty',
        'A group needs at least one acceptable unit.',
      );
    const rationale = readOptionalText(item, 'rationale', faults, at);
    return [
      {
        group_id,
        role: typeof role === 'string' ? role : '',
        acceptable_evidence_ids: acceptable,
        minimum_required: readMinimum(
          item,
          at,
          faults,
          Array.isArray(ids) && ids.length > 0 ? acceptable.length : null,
        ),
        necessity_weight: readWeight(item, at, faults),
        ...(rationale === undefined ? {} : { rationale }),
      },
    ];
  });
  if (!Number.isFinite(groups.reduce((sum, group) => sum + group.necessity_weight, 0)))
    faults.at(
      path,
      'weights-too-large',
      'The weights of the groups add up to more than a double can hold, so no share of them can be computed.',
    );
  return groups;
}

function readGroupId(
  item: JsonObject,
  at: Path,
  faults: RowFaults,
  indexOf: Map<string, number>,
  i: number,
): string {
  const path = [...at, 'group_id'];
  const value = item['group_id'];
  if (value === undefined) {
    faults.add('group-id-missing', `The group has no "group_id"; it is shown as G${i + 1}.`, {
      path,
      severity: 'warning',
    });
    return `G${i + 1}`;
  }
  if (typeof value !== 'string' || isBlank(value)) {
    faults.at(path, 'group-id-not-a-string', 'A "group_id" must be a string that is not blank.');
    return '';
  }
  const first = indexOf.get(value);
  if (first === undefined) indexOf.set(value, i);
  else
    faults.at(
      path,
      'duplicate-group-id',
      `Group ${JSON.stringify(value)} stands at positions ${first + 1} and ${i + 1}.`,
    );
  return value;
}

function readMinimum(item: JsonObject, at: Path, faults: RowFaults, acceptable: number | null): number {
  const path = [...at, 'minimum_required'];
  const value = item['minimum_required'];
  if (value === undefined) faults.add('minimum-missing', '"minimum_required" is missing.', { path });
  else if (typeof value !== 'number' || !Number.isInteger(value) || faults.isFloat(path))
    faults.at(path, 'minimum-not-an-integer', '"minimum_required" must be an integer.');
  else if (value < 1) faults.at(path, 'minimum-too-small', '"minimum_required" must be at least 1.');
  else if (acceptable !== null && value > acceptable)
    faults.at(
      path,
      'minimum-too-large',
      `"minimum_required" is ${value}, but the group has ${acceptable} distinct acceptable units: it can never be met.`,
    );
  else return value;
  return 1;
}

function readWeight(item: JsonObject, at: Path, faults: RowFaults): number {
  const path = [...at, 'necessity_weight'];
  const value = item['necessity_weight'];
  if (value === undefined) faults.add('weight-missing', '"necessity_weight" is missing.', { path });
  else if (typeof value !== 'number' || !Number.isFinite(value))
    faults.at(path, 'weight-not-a-number', '"necessity_weight" must be a finite number.');
  else if (value <= 0) faults.at(path, 'weight-not-positive', '"necessity_weight" must be above 0.');
  else return value;
  return 1;
}

function readBranches(row: JsonObject, prefix: Path, faults: RowFaults, foreign: Foreign): string[][] {
  const path = [...prefix, 'alternative_minimal_sets'];
  const value = row['alternative_minimal_sets'];
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    faults.at(path, 'branches-not-a-list', '"alternative_minimal_sets" must be a list of lists of ids.');
    return [];
  }
  return value.map((branch: unknown, i) => {
    const ids = readIds(branch, [...path, i], faults, { name: 'an alternative set', foreign });
    if (Array.isArray(branch) && branch.length === 0)
      faults.at([...path, i], 'branch-empty', 'An alternative set is empty: it would always be complete.');
    return ids;
  });
}
