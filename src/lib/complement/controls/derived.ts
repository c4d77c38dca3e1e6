import type { Selection } from '../stages/ask';

/** Single-stage: S0 in its recorded order; inherits nothing from the later stages. */
export function singleStage({ answers }: Selection): string[] {
  return answers.find(({ stage }) => stage === 'proposal')?.answer.ids ?? [];
}

/**
 * Fixed top-8: the complete final ranking, cut at `size`. The final answer comes first; where the adaptive
 * policy stopped early, the rest of S0 and then the expansion follow (our definition of "complete").
 */
export function fixedTop(selection: Selection, size: number): string[] {
  const stageIds = (name: string) => selection.answers.find(({ stage }) => stage === name)?.answer.ids ?? [];
  return [...new Set([...selection.ids, ...stageIds('proposal'), ...stageIds('expansion')])].slice(0, size);
}
