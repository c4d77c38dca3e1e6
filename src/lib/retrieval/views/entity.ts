import { inverseDocumentFrequency } from '../analysis/scores';
import type { StateAnalysis } from '../analysis/state-analysis';
import { fullStateText } from '../query-text';
import { IntList } from '../text/int-list';
import { quotedLiterals } from '../text/literals';
import type { View } from './view';

const LITERAL_WORD = /[\p{L}\p{N}_]/u;

/** What a state names: numbers of the vocabulary, lowered, each once, in the order of their first place. */
interface Wanted {
  entities: IntList;
  placeOf: ReadonlyMap<number, number>;
  /** Quoted texts that are neither words nor compounds, so that units must be searched for quotes. */
  literals: ReadonlyMap<string, number>;
}

/** Identifiers, error names among them, dotted names, paths (also by their last part) and quoted literals. */
function wantedOf(analysis: StateAnalysis): Wanted {
  const text = fullStateText(analysis.state);
  const { words } = analysis.shared;
  const found = analysis.scanText(text);
  const entities = new IntList();
  const placeOf = new Map<number, number>();
  const add = (entity: number): boolean => {
    if (placeOf.has(entity)) return false;
    placeOf.set(entity, entities.length);
    entities.push(entity);
    return true;
  };
  for (let i = 0; i < found.words.length; i += 1) {
    const word = found.words.at(i);
    if (words.isIdentifier(word)) add(words.lower(word));
  }
  for (let i = 0; i < found.compounds.length; i += 1) {
    const [whole, base] = words.compound(found.compounds.at(i));
    add(whole);
    if (base !== null) add(base);
  }
  const literals = new Map<string, number>();
  for (const literal of quotedLiterals(text)) {
    if (LITERAL_WORD.test(literal) && add(words.lexicon.intern(literal))) {
      literals.set(literal, entities.length - 1);
    }
  }
  return { entities, placeOf, literals };
}

/**
 * Which wanted entities each unit holds, one row of flags a unit: as a word (so a literal of one word is found
 * unquoted), as a compound of its path or text, as a quoted literal, or as its symbol.
 */
function holdings(analysis: StateAnalysis, { entities, placeOf, literals }: Wanted): Uint8Array {
  const { words } = analysis.shared;
  const width = entities.length;
  const held = new Uint8Array(width * analysis.units.length);
  const matrix = analysis.matrix('words');
  const placeOfTerm = Int32Array.from(matrix.vocabulary, (term) => placeOf.get(term) ?? -1);
  analysis.units.forEach((unit, d) => {
    const hold = (place: number | undefined): void => {
      if (place !== undefined && place >= 0) held[d * width + place] = 1;
    };
    for (let i = matrix.starts[d] ?? 0; i < (matrix.starts[d + 1] ?? 0); i += 1) {
      hold(placeOfTerm[matrix.terms[i] as number]);
    }
    const compounds = analysis.unitScans[d]?.compounds;
    for (let i = 0; i < (compounds?.length ?? 0); i += 1) {
      const [whole, base] = words.compound(compounds?.at(i) ?? 0);
      hold(placeOf.get(whole));
      if (base !== null) hold(placeOf.get(base));
    }
    if (literals.size > 0) {
      for (const literal of quotedLiterals(unit.content_excerpt)) hold(literals.get(literal));
    }
    if (unit.symbol) hold(placeOf.get(words.lexicon.intern(unit.symbol.toLowerCase())));
  });
  return held;
}

export const entity: View = {
  name: 'entity',
  label: 'Entities',
  help: 'Identifiers, paths, dotted names, quoted literals and error names that the state and the unit share.',
  formula: 'sum of idf over shared entities / sum of idf over the entities of the state',
  source:
    'Our definition: idf as for BM25, over the pool; an entity that no unit holds weighs in the divisor too.',
  parameters: [],
  needs: 'text',
  score(analysis) {
    const wanted = wantedOf(analysis);
    const units = analysis.units.length;
    const width = wanted.entities.length;
    const held = holdings(analysis, wanted);
    const scores = new Float64Array(units);
    let whole = 0;
    for (let place = 0; place < width; place += 1) {
      let holders = 0;
      for (let d = 0; d < units; d += 1) holders += held[d * width + place] as number;
      const weight = inverseDocumentFrequency(units, holders);
      whole += weight;
      if (holders === 0) continue;
      for (let d = 0; d < units; d += 1) {
        if (held[d * width + place] === 1) scores[d] = (scores[d] as number) + weight;
      }
    }
    return whole === 0 ? scores : scores.map((score) => score / whole);
  },
};
