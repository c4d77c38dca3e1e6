import type { StateAnalysis } from '../analysis/state-analysis';

/** A number that the user may set, with what it means. */
export interface Parameter {
  key: string;
  label: string;
  help: string;
  initial: number;
  least: number;
  most: number;
  step: number;
}

export type Parameters = Readonly<Record<string, number>>;

/** Vectors for the dense view, handed in by whoever holds an encoder: L2-normalised, one a unit in pool order. */
export interface Vectors {
  query: Float32Array;
  units: readonly Float32Array[];
}

/**
 * A retrieval view: a pure function from a state to one score a unit of its pool. 0 means that the view has nothing to
 * say for the unit, which then has no place in the view's ranking.
 */
export interface View {
  name: string;
  label: string;
  help: string;
  formula: string;
  /** Where the definition comes from. */
  source: string;
  parameters: readonly Parameter[];
  /** `dense` needs vectors; the others ignore them. */
  needs: 'text' | 'vectors';
  score(analysis: StateAnalysis, parameters: Parameters, vectors?: Vectors): Float64Array;
}

/** A parameter's value: what the user set, else the view's default. */
export function valueOf(view: Pick<View, 'parameters'>, given: Parameters, key: string): number {
  const parameter = view.parameters.find((candidate) => candidate.key === key);
  return given[key] ?? parameter?.initial ?? NaN;
}

/** The view's defaults overlaid by what the user set. */
export function settingsOf(view: Pick<View, 'parameters'>, given: Parameters): Record<string, number> {
  return Object.fromEntries(view.parameters.map(({ key, initial }) => [key, given[key] ?? initial]));
}
