import { flow } from '$lib/figure/blocks/flow';
import type { Figure } from '$lib/figure/figure';
import { factNumber } from '../cells';
import type { PaperFacts } from '../schema';
import { show } from '../words';

/** The limits of the three calls, read from the paper. */
export interface StageLimits {
  cards: [number, number, number];
  characters: [number, number, number];
  proposal: number;
  region: number;
  final: [number, number];
  tokens: number;
  views: number;
}

export function stageLimits(facts: PaperFacts): StageLimits {
  const at = (id: string) => factNumber(facts, `method.${id}`);
  return {
    cards: [at('stage1.cards'), at('stage2.cards'), at('stage3.cards')],
    characters: [at('stage1.card_characters'), at('stage2.card_characters'), at('stage3.card_characters')],
    proposal: at('initial_set'),
    region: at('stage2.expansion_region'),
    final: [at('final_units.min'), at('final_units.max')],
    tokens: at('source_token_ceiling'),
    views: at('views'),
  };
}

/** What each call may see of a pool of `pool` units. */
export function stageSizes(limits: StageLimits, pool: number) {
  const proposal = Math.min(limits.proposal, pool);
  return {
    seen: [
      Math.min(limits.cards[0], pool),
      Math.min(limits.cards[1], pool - proposal),
      Math.min(limits.cards[2], pool),
    ] as const,
    proposal,
    region: Math.min(limits.region, pool - proposal),
    final: Math.min(limits.final[1], pool),
  };
}

/** The method as a flow, with the sizes that a pool of this many units gives. */
export function threeStages(facts: PaperFacts, pool: number, where: string): Figure {
  const limits = stageLimits(facts);
  const sizes = stageSizes(limits, pool);
  const [low, high] = limits.final;
  const count = `${show(Math.min(low, sizes.final))} to ${show(sizes.final)}`;
  const stations = [
    {
      name: 'Pool',
      line: `${show(pool)} source units`,
      sentence: `The pool holds ${show(pool)} source units; no call sees a certificate.`,
    },
    {
      name: `${show(limits.views)} views`,
      line: 'fused into one ranking',
      sentence: `${show(limits.views)} label-free views rank the pool; reciprocal-rank fusion makes one order of them.`,
    },
    {
      name: 'Proposal',
      line: `reads ${show(sizes.seen[0])} cards, picks ${show(sizes.proposal)}`,
      sentence: `The first call reads the leading ${show(sizes.seen[0])} cards of at most ${show(limits.characters[0])} characters and picks ${show(sizes.proposal)} units that support the decision together.`,
    },
    {
      name: 'Expansion',
      line: `reads ${show(sizes.proposal)} in full and up to ${show(sizes.seen[1])} cards`,
      sentence: `The second call reads the proposal in full and up to ${show(sizes.seen[1])} deeper cards, and names up to ${show(sizes.region)} units that add what the proposal lacks.`,
    },
    {
      name: 'Finalization',
      line: `reads at most ${show(sizes.seen[2])} tagged cards`,
      sentence: `The third call reads proposal, expansion and reserve, at most ${show(sizes.seen[2])} cards, and drops repeated support.`,
    },
    {
      name: 'Answer',
      line: `${count} units, ${show(limits.tokens)} tokens`,
      sentence: `${count} whole units are delivered in order, at most ${show(high)} by design, within ${show(limits.tokens)} source tokens.`,
    },
  ];
  return {
    id: 'paper-three-stages',
    title: 'Three calls over one fused ranking',
    summary: `From ${show(pool)} units to ${count}: ${stations.map(({ name }) => name.toLowerCase()).join(', ')}.`,
    source: `Sections 5 and E.1 of the paper; the pool is that of ${where}.`,
    table: {
      title: 'What each stage sees and returns',
      columns: [
        { key: 'stage', label: 'Stage', kind: 'text' },
        { key: 'short', label: 'In short', kind: 'text' },
        { key: 'what', label: 'What happens', kind: 'text' },
      ],
      rows: stations.map(({ name, line, sentence }) => [name, line, sentence]),
      notes: [],
    },
    ...flow({ stations }),
  };
}
