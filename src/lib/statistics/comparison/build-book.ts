import { admitUnderCeiling } from '$lib/serbench/budget';
import type { Certificate } from '$lib/serbench/certificate';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { readRanking } from '$lib/serbench/metrics/outcome';
import type { Status } from '$lib/serbench/prediction';
import { quietTask, type Task } from '$lib/serbench/task';
import { columnKey, type Budget, type ScoreColumn } from './column';
import { sortFacts, type StateFacts } from './facts';
import type { Fallbacks, MethodScores, ScoreBook } from './score-book';

/** A method's rankings by state; a state that is missing did not run, one in `failed` ran and failed. */
export interface MethodRun {
  method: string;
  origin: string;
  configurationHash: string | null;
  rankings: ReadonlyMap<string, readonly string[]>;
  failed: ReadonlySet<string>;
  /** Scored states that hold a fused order instead of an answer, of so many; null or absent when the run does not tell. */
  fallbacks?: Fallbacks | null;
}

/** Source tokens of a unit of a state's pool. */
export type TokensOf = (stateId: string, evidenceId: string) => number;

export interface BookInput {
  facts: readonly StateFacts[];
  certificates: ReadonlyMap<string, Certificate>;
  runs: readonly MethodRun[];
  columns: readonly ScoreColumn[];
  tokens: { tokenizer: string; of: TokensOf } | null;
}

/**
 * Scores every run under every column's budget. Budgets in tokens need counts: throws without them, and for a state
 * without a certificate. The order of facts and rows does not matter.
 */
export async function buildBook(input: BookInput, task: Task = quietTask()): Promise<ScoreBook> {
  const facts = sortFacts(input.facts);
  const compiled = facts.map(({ state_id }) => {
    const certificate = input.certificates.get(state_id);
    if (!certificate) throw new Error(`No certificate for state ${JSON.stringify(state_id)}.`);
    return compileCertificate(certificate);
  });
  const methods: MethodScores[] = [];
  for (const run of input.runs) {
    const scores = new Float64Array(input.columns.length * facts.length);
    const tokens = input.tokens ? new Float64Array(scores.length) : null;
    const status = facts.map(({ state_id }) => statusOf(run, state_id));
    for (const [state, certificate] of compiled.entries()) {
      if (state % 100 === 0) await task.checkpoint();
      const id = facts[state]?.state_id ?? '';
      const ranking = run.rankings.get(id);
      if (!ranking || status[state] === 'failed') continue;
      input.columns.forEach(({ measure, budget }, column) => {
        const admitted = admit(ranking, budget, id, input);
        const at = column * facts.length + state;
        scores[at] = measure.value(readRanking(certificate, admitted), cutoffOf(budget));
        if (tokens && input.tokens) tokens[at] = total(admitted, id, input.tokens.of);
      });
    }
    methods.push({
      method: run.method,
      origin: run.origin,
      configurationHash: run.configurationHash,
      status,
      scores,
      tokens,
      ...(run.fallbacks ? { fallbacks: run.fallbacks } : {}),
    });
    task.progress({ done: methods.length, total: input.runs.length, unit: 'methods', note: 'Scoring' });
  }
  const tokenizer = input.tokens?.tokenizer ?? null;
  return { facts, columns: input.columns.map(columnKey), methods, tokenizer };
}

/** Over all returned units and under a token ceiling the position does not limit: the ideal of nDCG is not cut either. */
const cutoffOf = (budget: Budget) => (budget.kind === 'items' ? budget.k : 100_000);

function statusOf(run: MethodRun, state: string): Status {
  if (run.failed.has(state)) return 'failed';
  const ranking = run.rankings.get(state);
  if (!ranking) return 'not run';
  return ranking.length === 0 ? 'empty' : 'scored';
}

const total = (ids: readonly string[], state: string, of: TokensOf) =>
  ids.reduce((sum, id) => sum + of(state, id), 0);

/** What of a ranking the budget lets through, in order. */
export function admit(
  ranking: readonly string[],
  budget: Budget,
  state: string,
  { runs, tokens }: Pick<BookInput, 'runs' | 'tokens'>,
): readonly string[] {
  if (budget.kind === 'items') return ranking.slice(0, budget.k);
  if (budget.kind === 'returned') return ranking;
  if (!tokens) throw new Error('A budget in source tokens needs token counts: count them first.');
  const tokensOf = (id: string) => tokens.of(state, id);
  if (budget.kind === 'tokens') return admitUnderCeiling(ranking, tokensOf, budget.ceiling);
  const reference = runs.find(({ method }) => method === budget.method);
  if (!reference) throw new Error(`No method ${JSON.stringify(budget.method)} to match token budgets to.`);
  const used = total((reference.rankings.get(state) ?? []).slice(0, budget.k), state, tokens.of);
  return admitUnderCeiling(ranking, tokensOf, used);
}
