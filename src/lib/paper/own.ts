import { exactMean } from '$lib/serbench/exact/mean';
import { FaultList } from '$lib/serbench/fault';
import type { Certificate } from '$lib/serbench/certificate';
import type { Prediction } from '$lib/serbench/prediction';
import type { ByteSource } from '$lib/serbench/reading/source';
import { readSplitIndex } from '$lib/serbench/reading/items';
import { readLabels } from '$lib/serbench/reading/labels';
import { columnValues } from '$lib/serbench/score/sheet';
import { scoreRun } from '$lib/serbench/score/score-run';
import type { Task } from '$lib/serbench/task';
import { budgets } from './budgets';
import { splitBounds, type SplitBound } from './whatif/split-bounds';

export interface OwnRunsInput {
  labels: ByteSource;
  labelsName: string;
  runs: { method: string; rows: Prediction[] }[];
}

/** A run of the reader's own: means by metric and k, and over how many states. */
export interface OwnScores {
  method: string;
  /** Rows scored, and labelled states in all. */
  states: number;
  of: number;
  /** `mss_complete@5` and so on to a mean share. */
  means: Record<string, number>;
  /** The same means over the states with one, two, and three or more required groups; empty strata are absent. */
  byGroups: { groups: string; states: number; means: Record<string, number> }[];
}

/** The strata of table 16. */
const strata: { groups: string; holds: (count: number) => boolean }[] = [
  { groups: '1', holds: (count) => count === 1 },
  { groups: '2', holds: (count) => count === 2 },
  { groups: '>=3', holds: (count) => count >= 3 },
];

/**
 * Scores the reader's runs at the paper's budgets with the scorer itself. Rows of states without a certificate are
 * not scored; `states` says how many were. Throws for a labels file with faults, naming the first.
 */
export async function scoreOwnRuns(
  task: Task,
  { labels, labelsName, runs }: OwnRunsInput,
): Promise<OwnScores[]> {
  const certificates = await certificatesOf(task, labels, labelsName);
  const scored: OwnScores[] = [];
  for (const { method, rows } of runs) {
    const known = rows.filter(({ state_id }) => certificates.has(state_id));
    const sheet = await scoreRun(certificates, known, budgets, task);
    const meansOf = (places: readonly number[]) =>
      Object.fromEntries(
        sheet.columns.map((name, column) => [name, exactMean(columnValues(sheet, places, column))]),
      );
    const groupsOf = (at: number) =>
      certificates.get(known[at]?.state_id ?? '')?.required_evidence_groups.length ?? 0;
    const all = known.map((_, at) => at);
    const byGroups = strata.flatMap(({ groups, holds }) => {
      const places = all.filter((at) => holds(groupsOf(at)));
      return places.length === 0 ? [] : [{ groups, states: places.length, means: meansOf(places) }];
    });
    scored.push({ method, states: known.length, of: certificates.size, means: meansOf(all), byGroups });
  }
  return scored;
}

async function certificatesOf(
  task: Task,
  labels: ByteSource,
  name: string,
): Promise<Map<string, Certificate>> {
  const faults = new FaultList();
  const certificates = new Map<string, Certificate>();
  for await (const certificate of readLabels(labels, name, faults, task, null))
    certificates.set(certificate.state_id, certificate);
  refuse(faults, name);
  return certificates;
}

function refuse(faults: FaultList, name: string): void {
  if (faults.errors === 0) return;
  const first = faults.kept.find(({ severity }) => severity === 'error');
  throw new Error(
    `${name} has ${String(faults.errors)} faults; the first, line ${String(first?.line ?? 0)}: ${first?.message ?? ''}`,
  );
}

export interface OwnBoundsInput {
  items: ByteSource;
  itemsName: string;
  labels: ByteSource;
  labelsName: string;
}

/** Floor and ceiling of the reader's split over k. Throws for files with faults, naming the first. */
export async function ownBounds(task: Task, input: OwnBoundsInput): Promise<SplitBound[]> {
  const faults = new FaultList();
  const split = await readSplitIndex(input.items, input.itemsName, faults, task);
  refuse(faults, input.itemsName);
  return splitBounds(split, await certificatesOf(task, input.labels, input.labelsName), task);
}
