import { catalogEntry } from '$lib/embedding/catalog';
import { PUBLIC_HUB } from '$lib/embedding/files/hub';
import type { FolderFile } from '$lib/embedding/files/folder';
import type { OpenRequest, Purpose } from '$lib/embedding/host/request';
import { cascadeStage } from '$lib/embedding/second-stage/cascade';
import type { PairKind, PairScorer } from '$lib/embedding/second-stage/pair-scorer';
import { PAIR_LEADING, pairStage } from '$lib/embedding/second-stage/pair-stage';
import type { SecondStage, StageOptions } from '$lib/embedding/second-stage/stage';
import type { Reader } from '$lib/embedding/unread-split';
import type { Dtype } from '$lib/embedding/transformer/settings';
import { CASCADE_LEADING } from '$lib/retrieval/cascade';
import type { Plan } from './consent.svelte';
import type { EncoderDesk } from './desk.svelte';
import { instructed, NOTHING_AROUND, type Around } from './instructions';
import type { JudgeDesk } from './judge-desk.svelte';

/** Hub models that judge pairs or expand texts; from their cards, not tested here. */
export const JUDGES = [
  { purpose: 'relevance', hub: 'Xenova/ms-marco-MiniLM-L-6-v2', note: '23 MB, Apache-2.0' },
  { purpose: 'relevance', hub: 'Xenova/bge-reranker-base', note: '279 MB, MIT' },
  {
    purpose: 'terms',
    hub: 'Xenova/bert-base-uncased',
    note: 'a plain masked language model, 110 MB, Apache-2.0',
  },
] as const satisfies { purpose: Purpose; hub: string; note: string }[];

/** Where a judge comes from. */
export type JudgeOrigin =
  { kind: 'hub'; id: string; hub: string } | { kind: 'folder'; files: readonly FolderFile[] };

export function judgeRequest(purpose: Purpose, origin: JudgeOrigin, dtype: Dtype): OpenRequest {
  const common = { purpose, dtype, device: 'wasm' as const };
  if (origin.kind === 'folder') {
    return { ...common, origin: { kind: 'folder', files: [...origin.files] }, entry: null };
  }
  const { id, hub } = origin;
  const entry = catalogEntry(id)?.id ?? null;
  return { ...common, origin: { kind: 'hub', id, revision: 'main', hub: hub || PUBLIC_HUB }, entry };
}

/** A model at hand that can put the leading units of a ranking in a new order. */
export interface StageSource extends Pick<Plan, 'unit' | 'endpoint'> {
  key: string;
  label: string;
  model: string;
  /** Units that it reads unless told otherwise. */
  leading: number;
  stage(options: Partial<StageOptions>): SecondStage;
  reader: Reader;
  /** Reads a sample past the store, for timing; null at an endpoint, where reading costs. */
  read: ((query: string) => NonNullable<Plan['read']>) | null;
  /** What is put before each text by wish of the user, beside what the model's own settings say. */
  around: Around;
}

const LABELS: Record<PairKind, string> = {
  'cross-encoder': 'Cross-encoder',
  'late-interaction': 'Late interaction',
  'learned-sparse': 'Learned sparse',
};

/** All second stages that the open models allow. */
export function stageSources(desk: EncoderDesk, judge: JudgeDesk): StageSource[] {
  const sources: StageSource[] = [];
  const { encoder, bare, reading, opened } = desk;
  if (encoder !== null && bare !== null && reading !== null && opened !== null) {
    const remote = opened.kind === 'endpoint';
    sources.push({
      key: 'cascade',
      label: `Cascade by ${opened.identity.model}`,
      model: opened.identity.model,
      leading: CASCADE_LEADING,
      stage: (options) => cascadeStage(encoder, options),
      reader: { kind: 'encoder', encoder: reading },
      unit: 'texts',
      endpoint: remote ? { rerank: false } : null,
      read: remote ? null : () => (sample, task) => bare.encode(sample, 'document', task),
      around: NOTHING_AROUND,
    });
    if (desk.pairs !== null) sources.push(pairSource(desk.pairs, false, NOTHING_AROUND));
  }
  if (judge.opened !== null) sources.push(pairSource(judge.opened, judge.opened.endpoint, judge.around));
  return sources;
}

function pairSource(
  { bare, cached }: { bare: PairScorer; cached: PairScorer },
  remote: boolean,
  around: Around,
): StageSource {
  const { kind, identity, prefix, listwise } = bare;
  return {
    key: remote ? 'rerank' : kind,
    label: `${remote ? 'Rerank endpoint' : LABELS[kind]}: ${identity.model}`,
    model: identity.model,
    leading: kind === 'late-interaction' ? CASCADE_LEADING : PAIR_LEADING,
    stage: (options) => pairStage(instructed(cached, around), options),
    reader: {
      kind: 'scorer',
      scorer: { kind, identity: { ...identity }, prefix: { ...prefix }, listwise },
    },
    unit: 'pairs',
    endpoint: remote ? { rerank: true } : null,
    read: remote ? null : (query) => (sample, task) => bare.score(query, sample, task),
    around,
  };
}
