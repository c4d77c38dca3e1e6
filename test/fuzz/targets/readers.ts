import { gzipSync } from 'node:zlib';
import { FaultList } from '$lib/serbench/fault';
import { readItems } from '$lib/serbench/reading/items';
import { readLabels } from '$lib/serbench/reading/labels';
import { readPredictions } from '$lib/serbench/reading/predictions';
import { indexState, type SplitIndex } from '$lib/serbench/split-index';
import { quietTask } from '$lib/serbench/task';

/** Makes one input from a generator of numbers in [0, 1), runs, and throws on any end but a located fault. */
export interface FuzzTarget {
  name: string;
  run(random: () => number): void | Promise<void>;
}

type Random = () => number;

const pick = <T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[Math.floor(random() * values.length)] ?? values[0];

const KEYS = [
  ...[
    'state_id',
    'candidate_evidence',
    'evidence_id',
    'observed_evidence_ids',
    'trajectory_prefix',
    'step_id',
  ],
  ...[
    'search_results',
    'metadata',
    'line_start',
    'observed_by_state',
    'opened_files',
    'issue',
    'graded_labels',
  ],
  ...[
    'required_evidence_groups',
    'group_id',
    'role',
    'acceptable_evidence_ids',
    'minimum_required',
    'rationale',
  ],
  ...[
    'necessity_weight',
    'alternative_minimal_sets',
    'method',
    'ranked_evidence_ids',
    'scores',
    'label_confidence',
  ],
  ...['__proto__', 'constructor', 'toString', '', '\ud800', '\u0000'],
] as const;
const key = (random: Random): string => KEYS[Math.floor(random() * KEYS.length)] ?? '';

/** Any JSON value, seldom deep. */
function anyValue(random: Random, depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 4 ? 6 : 8));
  if (kind === 0) return null;
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return pick(random, [0, 1, -1, 1.5, 1e300, -0, 2 ** 53, Math.floor(random() * 100)]);
  if (kind === 3)
    return pick(random, ['', ' ', 's', 'A', 'B', '\u0085', '\ufeff', '12', 'true', 'x'.repeat(300)]);
  if (kind === 4) return key(random);
  if (kind === 5) return pick(random, ['A', 's', 'm']);
  const length = Math.floor(random() * 4);
  if (kind === 6) return Array.from({ length }, () => anyValue(random, depth + 1));
  return Object.fromEntries(Array.from({ length }, () => [key(random), anyValue(random, depth + 1)]));
}

/** A sound record with some fields, at any depth, put to any value. */
function bent(random: Random, value: unknown): unknown {
  if (random() < 0.04) return anyValue(random);
  if (Array.isArray(value)) return value.map((item) => bent(random, item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, bent(random, item)] as const);
  if (random() < 0.1) entries.push([key(random), anyValue(random)]);
  return Object.fromEntries(entries);
}

/** Text that is damaged here and there, as bytes; sometimes packed, sometimes damaged once more. */
function damaged(random: Random, text: string): Uint8Array<ArrayBuffer> {
  let bytes = Uint8Array.from(new TextEncoder().encode(text));
  const spoil = (): void => {
    for (let n = Math.floor(random() * 3); n > 0 && bytes.length > 0; n -= 1) {
      const at = Math.floor(random() * bytes.length);
      if (random() < 0.2) bytes = bytes.slice(0, at);
      else bytes[at] = Math.floor(random() * 256);
    }
  };
  if (random() < 0.3) spoil();
  if (random() < 0.4) {
    bytes = Uint8Array.from(gzipSync(bytes));
    if (random() < 0.3) bytes = Uint8Array.from([...bytes, ...gzipSync('{"a":1}\n')]);
    if (random() < 0.5) spoil();
    if (random() < 0.2) bytes = Uint8Array.from([...bytes, 1, 2, 3].slice(0, bytes.length + 1));
  }
  return bytes;
}

const item = {
  state_id: 's',
  issue: 'x',
  candidate_evidence: [
    { evidence_id: 'A', content_excerpt: 'a', source_path: 'a.py', line_start: 1, observed_by_state: true },
    { evidence_id: 'B', content_excerpt: 'b' },
  ],
  observed_evidence_ids: ['B'],
  trajectory_prefix: [{ step_id: 0, search_results: [{ path: 'a', rank: 1 }], metadata: { k: 1 } }],
};
const label = {
  state_id: 's',
  required_evidence_groups: [
    {
      group_id: 'G',
      role: 'r',
      acceptable_evidence_ids: ['A'],
      minimum_required: 1,
      necessity_weight: 1,
      rationale: 'w',
    },
  ],
  alternative_minimal_sets: [['A']],
  observed_evidence_ids: ['B'],
  metadata: { machine_calibrated_not_human_gold: true },
};
const prediction = { state_id: 's', method: 'm', ranked_evidence_ids: ['A', 'B'], scores: [2, 1] };

const SPLIT: SplitIndex = new Map([
  [
    's',
    indexState({
      ...{ state_id: 's', instance_id: '', repo: '', state_type: '', issue: '', information_need: '' },
      ...{ current_observation: '', current_hypothesis: '', current_subgoal: '', latest_test_output: '' },
      ...{ current_diff: '', opened_files: [], search_queries: [], trajectory_prefix: [] },
      observed_evidence_ids: ['B'],
      candidate_evidence: ['A', 'B'].map((evidence_id) => ({
        evidence_id,
        content_excerpt: '',
        source_path: '',
      })),
    }),
  ],
]);

const fileOf = (random: Random, record: unknown): Blob => {
  const rows = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    JSON.stringify(bent(random, record) ?? null),
  );
  return new Blob([damaged(random, rows.join(pick(random, ['\n', '\r\n', '\n\n', ' '])))]);
};

/** Every row is sound or has a fault, and every fault says where it is. */
async function ends(rows: AsyncIterable<unknown>, faults: FaultList): Promise<void> {
  let count = 0;
  for await (const row of rows) {
    structuredClone(row);
    count += 1;
  }
  for (const fault of faults.kept) {
    if (!(fault.line >= 1) || fault.code === '' || fault.message === '') {
      throw new Error(`A fault is not located: ${JSON.stringify(fault)}`);
    }
  }
  if (count === 0 && faults.errors === 0) throw new Error('A file gave neither a row nor an error.');
}

export const targets: readonly FuzzTarget[] = [
  {
    name: 'items',
    run(random) {
      const faults = new FaultList();
      return ends(readItems(fileOf(random, item), 'f', faults, quietTask()), faults);
    },
  },
  {
    name: 'labels',
    run(random) {
      const faults = new FaultList();
      const context = random() < 0.5 ? { split: SPLIT } : null;
      return ends(readLabels(fileOf(random, label), 'f', faults, quietTask(), context), faults);
    },
  },
  {
    name: 'predictions',
    run(random) {
      const faults = new FaultList();
      const context = random() < 0.5 ? { split: SPLIT, allowSubset: random() < 0.5 } : null;
      return ends(readPredictions(fileOf(random, prediction), 'f', faults, quietTask(), context), faults);
    },
  },
];
