import { flow, type Station } from '$lib/figure/blocks/flow';
import type { Figure } from '$lib/figure/figure';
import { show } from '../words';

/** One round of the loop in numbers. */
export interface LoopRound {
  /** Questions a batch. */
  batch: number;
  /** Share of a batch that the Solver answers with the right file, 0..1. */
  accuracy: number;
  /** Where `accuracy` is from. */
  origin: string;
}

function stations({ batch, accuracy }: LoopRound): Station[] {
  const failures = Math.round(batch * (1 - accuracy));
  return [
    {
      name: 'Chunk',
      line: 'drawn from the repository',
      sentence: 'A chunk of source code is drawn at random; its file is the right answer.',
    },
    {
      name: 'Prompter',
      line: `${show(batch)} questions`,
      sentence: `The Prompter sees the chunks and writes ${show(batch)} questions that they answer, without naming identifiers.`,
    },
    {
      name: 'Solver',
      line: `${show(batch - failures)} right files`,
      sentence: `The Solver sees only the question and the catalogs, and names one file: ${show(batch - failures)} of ${show(batch)} are right.`,
    },
    {
      name: 'Failures',
      line: `${show(failures)} wrong files`,
      sentence: `${show(failures)} failures are routed to the catalog that lies nearest above the right file.`,
    },
    {
      name: 'Healer',
      line: 'edits one catalog at a time',
      sentence:
        'The Healer drops failures that no catalog could have prevented, and edits catalogs for the rest.',
    },
    {
      name: 'Catalogs',
      line: 'one commit a round',
      sentence:
        'The changed catalogs are committed; the next batch is solved with them, and any commit can be replayed.',
    },
  ];
}

/** The loop of three frozen agents around the one thing that changes, with the numbers of one round. */
export function libraLoop(round: LoopRound): Figure {
  const places = stations(round);
  return {
    id: 'libra-loop',
    title: 'The loop: three frozen agents, one text that learns',
    summary: `One round with ${show(round.batch)} questions and ${show(round.accuracy * 100)}% right files: ${places.map(({ name }) => name).join(', then ')}, and back to the Solver.`,
    source: `Loop as described in the Libra paper, section 3.3. ${round.origin}`,
    table: {
      title: 'One round of the loop',
      columns: [
        { key: 'station', label: 'Station', kind: 'text' },
        { key: 'number', label: 'In this round', kind: 'text' },
        { key: 'what', label: 'What happens', kind: 'text' },
      ],
      rows: places.map(({ name, line, sentence }) => [name, line, sentence]),
      notes: [],
    },
    ...flow({ stations: places, again: 'then the next round' }),
  };
}
