import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { Analyser } from '../analysis/analyser';
import type { StateAnalysis } from '../analysis/state-analysis';
import { METHODS, type Size } from '../complement-fused/parameters';
import { runInstant, runThorough } from '../complement-fused/run';
import type { QueryForm } from '../query-text';
import { orderAll, orderSpoken } from '../rank';
import { FORM_RANKERS, type FormRanker } from '../rankers/query-form-rows';
import { STARTER_METHOD, starterScores } from '../starter';
import { viewByName } from '../views/registry';
import type { Parameters } from '../views/view';
import type { Configuration } from './configuration';
import { formedMethod, fusionMethod, viewMethod } from './method-name';
import { rankState } from './state-ranking';
import { denseVectors, withoutProgress, type TextEncoder } from './text-encoder';

/** What to rank with. */
export type Choice =
  | { kind: 'starter' }
  | { kind: 'view'; name: string; parameters: Parameters; form?: QueryForm | undefined }
  | { kind: 'formed'; by: FormRanker; form: QueryForm }
  | { kind: 'fusion'; configuration: Configuration }
  | { kind: 'complement-fused'; size: Size };

/** Encoders at hand; a choice that needs one which is missing is refused when the ranker is made. */
export interface Encoders {
  dense?: TextEncoder;
  transformer?: TextEncoder;
}

/** The method name that a choice's predictions carry. */
export function methodOf(choice: Choice): string {
  switch (choice.kind) {
    case 'starter':
      return STARTER_METHOD;
    case 'view':
      return viewMethod(choice);
    case 'formed':
      return formedMethod(choice.by, choice.form);
    case 'fusion':
      return fusionMethod(choice.configuration);
    case 'complement-fused':
      return METHODS[choice.size];
  }
}

const readsVectors = (name: string): boolean => viewByName(name)?.needs === 'vectors';

/** Which encoders a choice reads with. */
export function encodersOf(choice: Choice): (keyof Encoders)[] {
  switch (choice.kind) {
    case 'starter':
    case 'formed':
      return [];
    case 'view':
      return readsVectors(choice.name) ? ['dense'] : [];
    case 'fusion':
      return choice.configuration.views.some(({ name }) => readsVectors(name)) ? ['dense'] : [];
    case 'complement-fused':
      return choice.size === 'thorough' ? ['dense', 'transformer'] : ['dense'];
  }
}

/** Ranks states one after the other; returns unit numbers, best first. */
export function makeRanker(
  choice: Choice,
  encoders: Encoders,
): (state: State, task: Task) => Promise<{ analysis: StateAnalysis; order: readonly number[] }> {
  const missing = encodersOf(choice).find((name) => encoders[name] === undefined);
  if (missing !== undefined) throw new RangeError(`${methodOf(choice)} needs the ${missing} encoder.`);
  const analyser = new Analyser();
  return async (state, task) => {
    const analysis = analyser.analyse(state);
    return { analysis, order: await orderOf(analysis, choice, encoders, withoutProgress(task)) };
  };
}

async function orderOf(
  analysis: StateAnalysis,
  choice: Choice,
  { dense, transformer }: Encoders,
  task: Task,
): Promise<readonly number[]> {
  const vectors = async (form?: QueryForm) =>
    dense && (await denseVectors(analysis.state, dense, task, form));
  switch (choice.kind) {
    case 'starter':
      return orderAll(starterScores(analysis), analysis.tieOrder);
    case 'view': {
      const given = readsVectors(choice.name) ? await vectors(choice.form) : undefined;
      const scores = viewByName(choice.name)?.score(analysis, choice.parameters, given) ?? [];
      return orderSpoken(scores, analysis.tieOrder);
    }
    case 'formed':
      return orderSpoken(FORM_RANKERS[choice.by].scores(analysis, choice.form), analysis.tieOrder);
    case 'fusion': {
      const form = choice.configuration.views.find(({ name }) => readsVectors(name))?.form;
      const given = encodersOf(choice).length > 0 ? await vectors(form) : undefined;
      return rankState(analysis, choice.configuration, given).order;
    }
    case 'complement-fused': {
      if (dense === undefined) return [];
      if (choice.size === 'instant') return (await runInstant(analysis, dense, task)).order;
      return transformer === undefined ? [] : runThorough(analysis, { fast: dense, transformer }, task);
    }
  }
}
