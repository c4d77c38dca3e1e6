import { curves, type Curve } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import { num, rowWhere, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

const strata = ['No recorded overlap', 'Recorded overlap'];
const named = ['MSS-Complement', 'Qwen3-Embed + Reranker-8B', 'AgentIR-4B'];

/** Table 14 as slopes: what each method loses or gains when observed evidence lies in the pool. */
export function overlapSlopes(table: PaperTable, k: 5 | 8 = 5): Figure {
  const column = `complete@${String(k)}`;
  const methods = [...new Set(table.rows.map((row) => text(row, 'method')))];
  const lines = methods.map((method): Curve => {
    const at = named.indexOf(method);
    const points = strata.map((stratum, x) => {
      const row = rowWhere(table, { stratum, method });
      const y = num(row, column);
      return {
        x,
        y,
        sentence: `${method}, ${stratum.toLowerCase()} (${show(num(row, 'states'))} states): ${show(y)}%`,
      };
    });
    return { label: method, series: at < 0 ? null : at, points };
  });
  return {
    id: `paper-overlap-slopes-${String(k)}`,
    title: `Complete-MSS@${String(k)} without and with observed evidence in the pool`,
    summary:
      'Most methods fall where the pool holds evidence the agent has already seen; MSS-Complement stays on top in both strata and AgentIR, which reads the trajectory, rises steeply.',
    source: sourceOf(
      table,
      'Denominators: 314 states without and 186 with recorded overlap; the strata differ in trajectory stage.',
    ),
    table: tableView(table),
    ...curves({
      curves: lines,
      x: { label: 'pool', type: 'point', ticks: [0, 1], format: (at) => strata[at] ?? '' },
      y: { label: `Complete-MSS@${String(k)} (%)`, domain: [0, 100] },
      height: 420,
    }),
  };
}
