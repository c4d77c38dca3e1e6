import { inverseDocumentFrequency } from '../analysis/scores';
import type { StateAnalysis } from '../analysis/state-analysis';
import type { TermMatrix } from '../analysis/term-matrix';
import { orderAll } from '../rank';
import { definedNames } from './definitions';
import { covered, linesOf } from './lines';

/** Terms of the pool that each unit defines: lowered words, as numbers of the matrix. */
function definedTerms({ shared, units }: StateAnalysis, { vocabulary }: TermMatrix): number[][] {
  const { words } = shared;
  const termOf = new Map(Array.from(vocabulary, (word, term) => [word, term]));
  return units.map(({ content_excerpt }) => {
    const names = Array.from(definedNames(content_excerpt), (name) => name.toLowerCase());
    return [...new Set(names)].flatMap((name) => termOf.get(words.lexicon.intern(name)) ?? []);
  });
}

/** Of each wanted term the units that hold it, in the order of their ids. */
function holders(
  { starts, terms }: TermMatrix,
  wanted: ReadonlySet<number>,
  byId: readonly number[],
): Map<number, number[]> {
  const found = new Map(Array.from(wanted, (term): [number, number[]] => [term, []]));
  for (const unit of byId) {
    for (let i = starts[unit] ?? 0; i < (starts[unit + 1] ?? 0); i += 1)
      found.get(terms[i] ?? -1)?.push(unit);
  }
  return found;
}

/**
 * How much each unit defines of what promising units name: ln(1 + sum of idf(name) x e^(score of the user - best
 * score)) over the names that the unit defines and the units elsewhere that hold them. What a change calls is needed
 * to make it, though its words may say nothing of the issue. Names that more than half of the pool holds are words.
 *
 * @param scores of all units so far, in standard deviations
 */
export function linkScores(analysis: StateAnalysis, scores: ArrayLike<number>): Float64Array {
  const { units, tieOrder } = analysis;
  const matrix = analysis.matrix('words');
  const defined = definedTerms(analysis, matrix);
  // Sums run in the order of the ids, so that the order of the candidates changes no digit.
  const byId = orderAll(new Float64Array(units.length), tieOrder);
  const users = holders(matrix, new Set(defined.flat()), byId);
  const best = scores[orderAll(scores, tieOrder)[0] ?? 0] ?? 0;
  const promise = Array.from(scores, (score) => Math.exp(score - best));
  const lines = units.map(linesOf);
  return Float64Array.from(units, (_, unit) => {
    let sum = 0;
    for (const term of defined[unit] ?? []) {
      const frequency = matrix.frequencies[term] ?? 0;
      if (frequency * 2 > units.length) continue;
      const idf = inverseDocumentFrequency(units.length, frequency);
      for (const user of users.get(term) ?? []) {
        const apart = user !== unit && covered(lines[unit], lines[user]) === 0;
        if (apart) sum += idf * (promise[user] ?? 0);
      }
    }
    return Math.log1p(sum);
  });
}
