import type { State } from '$lib/serbench/state';
import { CharGrams } from '../text/char-grams';
import { Vocabulary } from '../text/vocabulary';
import { BuilderRoom, Scratch } from './term-matrix';
import { StateAnalysis } from './state-analysis';

const WORDS_KEPT = 100_000;
const GRAMS_KEPT = 60_000;
export const CHAR_GRAMS = { shortest: 3, longest: 5 } as const;

/** What analyses share: numberings that grow from state to state and room for counting. */
export interface Shared {
  words: Vocabulary;
  grams: CharGrams;
  scratch: Scratch;
  localScratch: Scratch;
  room: BuilderRoom;
}

/**
 * Makes analyses of states one after the other. Words and n-grams that recur keep their numbers, which saves work and
 * changes no result; past a size the numberings start anew. An analysis is to be used before the next is made: an
 * older one refuses what it can no longer answer.
 */
export class Analyser {
  private shared = fresh();

  analyse(state: State): StateAnalysis {
    const { words, grams } = this.shared;
    if (words.lexicon.size > WORDS_KEPT) this.shared = { ...this.shared, words: new Vocabulary() };
    if (grams.size > GRAMS_KEPT) grams.clear();
    return new StateAnalysis(state, this.shared);
  }
}

function fresh(): Shared {
  return {
    words: new Vocabulary(),
    grams: new CharGrams(CHAR_GRAMS.shortest, CHAR_GRAMS.longest),
    scratch: new Scratch(),
    localScratch: new Scratch(),
    room: new BuilderRoom(),
  };
}

/** The analysis of one state alone. */
export const analyse = (state: State): StateAnalysis => new Analyser().analyse(state);
