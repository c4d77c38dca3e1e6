import type { StateAccount } from '$lib/complement/account';
import type { RunAccounting } from '$lib/complement/accounting';
import type { Expected } from '$lib/complement/batch/dry-run';
import type { Batch, Outcome } from '$lib/complement/batch/record';
import type { Configuration } from '$lib/complement/config/schema';
import type { EvidenceDocument } from '$lib/evidence/document';
import { openDatabase } from '$lib/data/db';
import {
  accountBatch,
  exportBatch,
  importRun,
  pauseBatch,
  replayBlob,
  startBatch,
  type ImportTarget,
} from '$lib/llm/run/batches';
import type {
  BatchRequest,
  DryRunRequest,
  ItemsFile,
  StateRequest,
  UnreadRequest,
} from '$lib/llm/run/requests';
import { unreadOf } from '$lib/llm/run/unread';
import { evidenceDocument, evidenceLines, type EvidenceRequest } from '$lib/llm/run/evidence';
import { dryRun, runOne, statesOf, type StateRun } from '$lib/llm/run/service';
import type { Unread } from '$lib/embedding/unread';
import { BrowserModels } from '$lib/llm/browser/model';
import type { BrowserOrigin, BrowserPlan } from '$lib/llm/browser/request';
import type { Price } from '$lib/llm/prices';
import { IdbStore } from '$lib/llm/store/idb-store';
import type { Task } from '$lib/serbench/task';
import { serve } from '$lib/worker/serve';

/** What a page needs to offer a state. */
export interface StateLine {
  stateId: string;
  repo: string;
  boundary: string;
  need: string;
  units: number;
  /** Whether the pool holds a unit that the state has already observed. */
  observed: boolean;
}

const models = new BrowserModels(
  () => new Worker(new URL('./generate.worker.ts', import.meta.url), { type: 'module', name: 'generate' }),
);
const options = ({ signal, progress }: Task) => ({ signal, onProgress: progress });

const api = {
  states: async (task: Task, file: ItemsFile): Promise<StateLine[]> => {
    const lines: StateLine[] = [];
    for await (const state of statesOf(file, task)) {
      const observed = new Set(state.observed_evidence_ids);
      lines.push({
        stateId: state.state_id,
        repo: state.repo,
        boundary: state.state_type,
        need: state.information_need,
        units: state.candidate_evidence.length,
        observed: state.candidate_evidence.some((unit) => observed.has(unit.evidence_id)),
      });
    }
    return lines;
  },
  state: (task: Task, request: StateRequest): Promise<StateRun> =>
    runOne(task, request, (name) => models.chat(request.browser, name, request.live)),
  recording: async (_task: Task, zip: Blob): Promise<{ configuration: Configuration; states: string[] }> => {
    const { setting, outcomes } = await replayBlob(zip);
    return { configuration: setting.configuration, states: outcomes.map(({ outcome }) => outcome.state_id) };
  },
  expect: (task: Task, request: DryRunRequest): Promise<Expected> => dryRun(task, request),
  unread: (task: Task, request: UnreadRequest): Promise<Unread> => unreadOf(task, request),
  batch: (task: Task, request: BatchRequest): Promise<Batch | 'busy'> =>
    startBatch(task, request, (name) => models.chat(request.browser, name, null)),
  /** What opening a model in this browser would fetch, and the opening itself once the user said yes. */
  planModel: (task: Task, origin: BrowserOrigin): Promise<BrowserPlan> => models.plan(origin, options(task)),
  openModel: (task: Task, origin: BrowserOrigin): Promise<BrowserPlan> => models.open(origin, options(task)),
  /** A delivered set as the document that goes to a downstream model. */
  evidence: (task: Task, request: EvidenceRequest): Promise<EvidenceDocument> =>
    evidenceDocument(task, request),
  /** The evidence of a batch's scored states, as JSON Lines. */
  evidenceLines: (task: Task, file: ItemsFile, key: string): Promise<Blob> => evidenceLines(task, file, key),
  pause: (_task: Task, key: string): void => pauseBatch(key),
  outcomes: (_task: Task, key: string): Promise<Outcome[]> =>
    new IdbStore(openDatabase, key, () => '').outcomes(),
  export: (_task: Task, key: string, prices: Price[]): Promise<Blob> => exportBatch(key, prices),
  /** What a batch used, in all and state by state; costs at the given prices. */
  accounting: (
    task: Task,
    key: string,
    prices: Price[],
  ): Promise<{ run: RunAccounting; states: StateAccount[] }> => accountBatch(task, key, prices),
  import: async (
    task: Task,
    blob: Blob,
    split: ImportTarget,
  ): Promise<{ batch: Batch; identical: boolean }> => {
    const run = await replayBlob(blob);
    return { batch: await importRun(task, run, split), identical: run.identical };
  },
};

export type ComplementApi = typeof api;
export const server = serve(api);
