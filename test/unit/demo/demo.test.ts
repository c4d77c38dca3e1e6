import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Certificate } from '$lib/serbench/certificate';
import { FaultList } from '$lib/serbench/fault';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { readRanking } from '$lib/serbench/metrics/outcome';
import type { Prediction } from '$lib/serbench/prediction';
import { readItems } from '$lib/serbench/reading/items';
import { readLabels } from '$lib/serbench/reading/labels';
import { readPredictions } from '$lib/serbench/reading/predictions';
import { indexState } from '$lib/serbench/split-index';
import type { State } from '$lib/serbench/state';
import { quietTask } from '$lib/serbench/task';
import { makeDemo } from '../../../scripts/demo/make';

const file = (name: string) => readFileSync(new URL(`../../../static/demo/${name}`, import.meta.url), 'utf8');
const source = (name: string) => new Blob([file(name)]).stream() as ReadableStream<Uint8Array>;

async function collect<T>(rows: AsyncGenerator<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const row of rows) out.push(row);
  return out;
}

const faults = new FaultList();
let states: State[] = [];
let labels: Certificate[] = [];
let predictions: Prediction[] = [];

beforeAll(async () => {
  states = await collect(readItems(source('items.jsonl'), 'items.jsonl', faults, quietTask()));
  const split = new Map(states.map((state) => [state.state_id, indexState(state)]));
  labels = await collect(readLabels(source('labels.jsonl'), 'labels.jsonl', faults, quietTask(), { split }));
  predictions = await collect(
    readPredictions(source('predictions.jsonl'), 'predictions.jsonl', faults, quietTask(), { split }),
  );
});

describe('the demo data', () => {
  test('passes the strict validators without a fault or a warning', () => {
    expect(faults.kept).toEqual([]);
    expect(states).toHaveLength(25);
    expect(labels).toHaveLength(25);
    expect(predictions).toHaveLength(75);
  });

  test('comes out byte for byte when it is built again', () => {
    const made = makeDemo();
    expect([...made.keys()].sort()).toEqual([
      'items.jsonl',
      'labels.jsonl',
      'manifest.json',
      'predictions.jsonl',
    ]);
    for (const [name, text] of made) expect(text === file(name), name).toBe(true);
  });

  test('is small enough to be embedded', () => {
    expect(
      ['items.jsonl', 'labels.jsonl', 'predictions.jsonl'].reduce((sum, name) => sum + file(name).length, 0),
    ).toBeLessThan(2_500_000);
  });

  test('has all four boundaries, four repositories and one to four groups', () => {
    expect(new Set(states.map((state) => state.state_type))).toEqual(
      new Set(['before_search', 'after_search', 'after_file_inspection', 'before_edit']),
    );
    expect(new Set(states.map((state) => state.repo)).size).toBe(4);
    expect(new Set(labels.map((label) => label.required_evidence_groups.length))).toEqual(
      new Set([1, 2, 3, 4]),
    );
  });

  test('has pools of 20 to 120 units, thresholds, branches and observed units', () => {
    const sizes = states.map((state) => state.candidate_evidence.length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(120);
    const groups = labels.flatMap((label) => label.required_evidence_groups);
    expect(groups.filter((group) => group.minimum_required > 1).length).toBeGreaterThanOrEqual(2);
    expect(groups.filter((group) => group.acceptable_evidence_ids.length > 1).length).toBeGreaterThan(30);
    expect(labels.filter((label) => label.alternative_minimal_sets.length > 0).length).toBeGreaterThanOrEqual(
      8,
    );
    expect(states.filter((state) => state.observed_evidence_ids.length > 0).length).toBeGreaterThanOrEqual(5);
  });

  test('can be completed: every group alone and every certificate by its acceptable units', () => {
    for (const label of labels) {
      const all = label.required_evidence_groups.flatMap((group) => group.acceptable_evidence_ids);
      const rank = readRanking(compileCertificate(label), all).completeRank;
      expect(rank, label.state_id).toBeLessThanOrEqual(all.length);
    }
  });

  test('has two branches that are no product of their groups', () => {
    const apart = labels.filter((label) =>
      label.alternative_minimal_sets.some((set) => {
        const certificate = { ...label, alternative_minimal_sets: [] };
        return readRanking(compileCertificate(certificate), set).completeRank > set.length;
      }),
    );
    expect(apart).toHaveLength(2);
  });

  test('flags units as observed exactly where the list has them', () => {
    for (const state of states) {
      const flagged = state.candidate_evidence.filter((unit) => unit.observed_by_state);
      expect(new Set(flagged.map((unit) => unit.evidence_id))).toEqual(new Set(state.observed_evidence_ids));
    }
  });

  test('shows searches and reads that were really run', () => {
    for (const state of states) {
      for (const step of state.trajectory_prefix) {
        if (step.action_type === 'repo_search') expect(step.search_results).toHaveLength(8);
        if (step.action_type === 'read_file') expect(step.tool_output).toMatch(/^FILE .*:\d+-\d+\n {4}\d: /);
      }
    }
  });
});
