import { curves, type Curve } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import type { Cell } from '$lib/table/table';
import { budgets } from '../budgets';
import type { Reference } from '../load';
import { show } from '../words';

/** A scored run of the reader's own, in shares, with the split it was scored on. */
export interface OwnCurve {
  label: string;
  /** Share of complete states (or the chosen metric's mean) by k. */
  values: { k: number; value: number }[];
}

export const referenceMetrics = {
  mss_complete: 'Complete-MSS',
  group_recall: 'Group recall',
  necessity_weighted_recall: 'Necessity-weighted recall',
  group_ndcg: 'Group nDCG',
  required_novelty: 'Required novelty',
  role_coverage: 'Role coverage',
} as const;

export type ReferenceMetric = keyof typeof referenceMetrics;

/** The released methods' names in words. */
export const methodNames: ReadonlyMap<string, string> = new Map([
  ['agent_modern_colbert', 'Agent-ModernColBERT'],
  ['agentir', 'AgentIR-4B'],
  ['bge', 'BGE-large'],
  ['bm25', 'BM25'],
  ['colbertv2', 'ColBERTv2'],
  ['mss_complement_B8_QA', 'MSS-Complement'],
  ['qwen3_embedding_8b', 'Qwen3-Embedding-8B'],
  ['qwen3_reranker_8b', 'Qwen3-Embed + Reranker-8B'],
  ['qwen3_reranker_mmr', 'Qwen3-Embed + Reranker-8B + MMR'],
  ['reasonir_8b', 'ReasonIR-8B'],
  ['splade_pp', 'SPLADE++'],
  ['swerank_embed_large', 'SweRankEmbed-Large'],
]);

const named = ['mss_complement_B8_QA', 'qwen3_reranker_8b', 'bm25'];

function published({ name, metrics }: Reference, metric: ReferenceMetric, series: number | null): Curve {
  const label = methodNames.get(name) ?? name;
  const points = budgets.map((k) => {
    const y = (metrics[`${metric}@${String(k)}`] ?? NaN) * 100;
    return { x: k, y, sentence: `${label}, first ${String(k)} units: ${show(y)}%` };
  });
  return { label, series, points };
}

/** The method with the highest value; the first by name of equals. */
function leader(references: readonly Reference[], metric: ReferenceMetric, k: number): string {
  const value = ({ metrics }: Reference) => metrics[`${metric}@${String(k)}`] ?? -1;
  const best = [...references].sort((a, b) => value(b) - value(a) || (a.name < b.name ? -1 : 1))[0];
  return best ? (methodNames.get(best.name) ?? best.name) : 'none';
}

/**
 * All twelve released summaries over k, three of them named, and the reader's own curves in further series.
 * Own curves carry the name of their split: they were not scored on Test500.
 */
export function referenceCurves(
  references: readonly Reference[],
  metric: ReferenceMetric = 'mss_complete',
  own: readonly OwnCurve[] = [],
): Figure {
  const order = (name: string) => (named.includes(name) ? named.indexOf(name) : null);
  const mine = own.slice(0, 3).map((curve, at): Curve => {
    const points = curve.values.map(({ k, value }) => ({
      x: k,
      y: value * 100,
      sentence: `${curve.label}, first ${String(k)} units: ${show(value * 100)}%`,
    }));
    return { label: curve.label, series: named.length + at, points };
  });
  const lines = [
    ...references.map((reference) => published(reference, metric, order(reference.name))),
    ...mine,
  ];
  const name = referenceMetrics[metric];
  return {
    id: `paper-reference-${metric.replaceAll('_', '-')}`,
    title: `${name} of all released summaries over k`,
    summary: `${show(references.length)} methods on Test500 at ${show(budgets.length)} prefix lengths; highest at five units: ${leader(references, metric, 5)}, at sixteen: ${leader(references, metric, 16)}.${own.length > 0 ? ' Your own runs are drawn beside them; they were scored on another split, named in the legend.' : ''}`,
    source: 'Released summaries of twelve methods, 500 Test500 states each, means over states.',
    table: {
      title: `${name} (%) by k`,
      columns: [
        { key: 'method', label: 'Method', kind: 'text' },
        ...budgets.map((k) => ({
          key: `k${String(k)}`,
          label: `@${String(k)} (%)`,
          kind: 'number' as const,
          digits: 2,
        })),
      ],
      rows: lines.map(({ label, points }): Cell[] => [
        label,
        ...budgets.map((k) => points.find(({ x }) => x === k)?.y ?? null),
      ]),
      notes: ['Published rows: 500 Test500 states. Own rows: the split named in the row.'],
    },
    ...curves({
      curves: lines,
      x: { label: 'units in the prefix (k)', ticks: [...budgets], format: String },
      y: { label: `${name} (%)`, domain: [0, 100] },
      height: 380,
    }),
  };
}
