import { rankBiasedOverlap } from '../agreement/rbo';
import { kendallTau } from '../agreement/kendall';
import type { StateViews } from '../run/split-rankings';

export interface Agreement {
  a: string;
  b: string;
  /** Mean rank-biased overlap (p 0.9) and Kendall tau over the states in which both views speak; null without any. */
  overlap: number | null;
  tau: number | null;
  states: number;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** How alike each pair of views ranks. */
export function agreementOf(states: readonly StateViews[], views: readonly string[]): Agreement[] {
  return views.flatMap((a, i) =>
    views.slice(i + 1).map((b): Agreement => {
      const pairs = states.flatMap((state) => {
        const x = state.views.find(({ view }) => view === a)?.order;
        const y = state.views.find(({ view }) => view === b)?.order;
        return x && y && x.length > 0 && y.length > 0 ? [[Array.from(x), Array.from(y)] as const] : [];
      });
      const overlaps = pairs.flatMap(([x, y]) => rankBiasedOverlap(x, y) ?? []);
      const taus = pairs.flatMap(([x, y]) => kendallTau(x.slice(0, 20), y.slice(0, 20)) ?? []);
      return { a, b, overlap: mean(overlaps), tau: mean(taus), states: pairs.length };
    }),
  );
}
