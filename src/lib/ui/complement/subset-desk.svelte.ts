import {
  chooseStates,
  needsLabels,
  readIds,
  type ChosenRead,
  type Rankings,
  type StateFacts,
  type Subset,
} from '$lib/complement/batch/subset';
import type { RunRecord } from '$lib/data/schema';
import { FaultList } from '$lib/serbench/fault';
import { readLabels } from '$lib/serbench/reading/labels';
import { quietTask } from '$lib/serbench/task';
import { workspace } from '$lib/ui/workspace.svelte';
import { desk } from './desk.svelte';

const rankings = ({ method, rows }: RunRecord): Rankings => ({
  name: method,
  ranked: new Map(rows.map((row) => [row.state_id, row.ranked_evidence_ids])),
});

/** Which states of the split the next batch runs. */
class SubsetDesk {
  kind: Subset['kind'] = $state('all');
  count = $state(10);
  seed = $state(20260901);
  text = $state('');
  stratum = $state('');
  left = $state('');
  right = $state('');
  k = $state(5);
  problem = $state('');
  /** Evidence groups by state, read from the labels of one split on request; they choose states and nothing else. */
  #groups: { splitKey: string; of: ReadonlyMap<string, number> } | null = $state.raw(null);

  readonly facts: StateFacts[] = $derived.by(() => {
    const groups = this.#groups?.splitKey === workspace.current?.key ? this.#groups?.of : undefined;
    return desk.states.map(({ stateId, boundary, observed }) => ({
      stateId,
      boundary,
      observed,
      groups: groups?.get(stateId) ?? null,
    }));
  });

  /** The present choice, or why it is none. */
  readonly read: ChosenRead = $derived.by(() => {
    const subset = this.#subset();
    return typeof subset === 'string' ? { ok: false, fault: subset } : chooseStates(this.facts, subset);
  });

  /** Whether the choice waits for labels that the split has. */
  get wantsLabels(): boolean {
    return (
      this.kind === 'stratum' &&
      needsLabels(this.stratum) &&
      this.facts.some(({ groups }) => groups === null) &&
      (workspace.current?.labels ?? null) !== null
    );
  }

  /** Reads how many groups each certificate has. */
  async readGroups(): Promise<void> {
    const split = workspace.current;
    if (!split?.labels) return;
    this.problem = '';
    try {
      const of = new Map<string, number>();
      const name = split.labelsName ?? 'labels';
      for await (const row of readLabels(split.labels, name, new FaultList(), quietTask(), null))
        of.set(row.state_id, row.required_evidence_groups.length);
      this.#groups = { splitKey: split.key, of };
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  async takeFile(file: Blob): Promise<void> {
    this.text = await file.text();
  }

  #subset(): Subset | string {
    const { kind, count, seed, k } = this;
    if (kind === 'all') return { kind };
    if (kind === 'first') return { kind, count };
    if (kind === 'draw') return { kind, count, seed };
    if (kind === 'ids') return { kind, ids: readIds(this.text) };
    if (kind === 'stratum') return this.stratum === '' ? 'Choose a stratum.' : { kind, name: this.stratum };
    const [a, b] = [this.left, this.right].map((key) => workspace.runs.find((run) => run.key === key));
    if (!a || !b || a === b) return 'Choose two runs of this split.';
    return { kind, runs: [rankings(a), rankings(b)], k };
  }
}

export const subsetDesk = new SubsetDesk();
