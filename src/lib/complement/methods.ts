import type { PromptName } from './prompts/text';
import type { StageName } from './stages/ask';

/** Each control and comparator is a method name of its own. */

/** Methods that make calls. */
export const CALLED_METHODS = [
  'mss-complement',
  'independent-similarity',
  'no-feedback-fixed',
  'no-feedback-adaptive',
  'ssr',
] as const;

/** Methods that are read off an mss-complement trace without any call. */
export const DERIVED_METHODS = ['single-stage', 'fixed-top-8'] as const;

/** Diagnostics that read the certificate; never deployable, labelled so wherever they show. */
export const ORACLE_METHODS = ['oracle', 'oracle-minus-one-group'] as const;

export type CalledMethod = (typeof CALLED_METHODS)[number];
export type DerivedMethod = (typeof DERIVED_METHODS)[number];
export type OracleMethod = (typeof ORACLE_METHODS)[number];

/** One line a method, for menus and help texts. */
export const METHOD_HELP: Record<CalledMethod | DerivedMethod | OracleMethod, string> = {
  'mss-complement':
    'Three calls: propose a jointly sufficient set, look for what it lacks, finalize 4-8 units.',
  'independent-similarity':
    'The same three calls without a set objective and without feedback; exactly 7 units.',
  'no-feedback-fixed':
    'The set objective without feedback between the calls; fused by reciprocal rank; exactly 7.',
  'no-feedback-adaptive': 'The same with 4-8 units.',
  ssr: 'State-set reranker: one call over the leading ten of two lexical routes, each refined by a BGE encoder; five units. The routes are ours (BM25 by the question and by the whole state, the leading 40 of each put in the order of bge-small-en-v1.5), so that the published figures are not to be expected.',
  'single-stage': 'The proposal alone, in its recorded order; read off a trace, no call.',
  'fixed-top-8': 'The complete final ranking, eight units; read off a trace, no call.',
  oracle:
    'Diagnostic that reads the certificate: one admissible unit per group, shared units once, the other slots filled from a ranking; as many slots as the compared method returned for the state.',
  'oracle-minus-one-group':
    'Diagnostic that reads the certificate: the heaviest group barred and each bypass branch broken, so that it never completes; as many slots as the oracle, refilled.',
};

const PROMPT: Record<CalledMethod, Record<StageName, PromptName>> = {
  'mss-complement': { proposal: 'proposal', expansion: 'expansion', finalization: 'finalization' },
  'independent-similarity': {
    proposal: 'pickOneByOne',
    expansion: 'widenOneByOne',
    finalization: 'rerank',
  },
  'no-feedback-fixed': {
    proposal: 'proposal',
    expansion: 'staticExpansion',
    finalization: 'staticFinalization',
  },
  'no-feedback-adaptive': {
    proposal: 'proposal',
    expansion: 'staticExpansion',
    finalization: 'staticFinalization',
  },
  // Its one call is recorded as a proposal.
  ssr: { proposal: 'set', expansion: 'set', finalization: 'set' },
};

/** Which prompt a method uses at a stage. */
export const promptOf = (method: CalledMethod, stage: StageName): PromptName => PROMPT[method][stage];

/** How many model calls one state takes at most. */
export const CALLS_PER_STATE: Record<CalledMethod, number> = {
  'mss-complement': 3,
  'independent-similarity': 3,
  'no-feedback-fixed': 3,
  'no-feedback-adaptive': 3,
  ssr: 1,
};
