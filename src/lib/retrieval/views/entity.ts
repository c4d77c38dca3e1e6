import { inverseDocumentFrequency } from '../analysis/scores';
import type { StateAnalysis } from '../analysis/state-analysis';
import { fullStateText } from '../query-text';
import { quotedLiterals } from '../text/literals';
import type { Scan } from '../text/scanner';
import type { View } from './view';

/** Entities as numbers of the vocabulary, lowered. */
type Entities = ReadonlySet<number>;

const LITERAL_WORD = /[\p{L}\p{N}_]/u;

/** Dotted names and paths, each also by its last part: `src/a/b.py` is found as `b.py`. */
function addCompounds({ compounds }: Scan, { shared }: StateAnalysis, into: Set<number>): void {
  const { words } = shared;
  for (let i = 0; i < compounds.length; i += 1) {
    const compound = words.compound(compounds.at(i));
    into.add(compound);
    const text = words.lexicon.text(compound);
    const slash = text.lastIndexOf('/');
    if (slash >= 0) into.add(words.lexicon.intern(text.slice(slash + 1)));
  }
}

function addLiterals(text: string, { shared }: StateAnalysis, into: Set<number>): void {
  for (const literal of quotedLiterals(text)) {
    if (LITERAL_WORD.test(literal)) into.add(shared.words.lexicon.intern(literal));
  }
}

/** What a state names: identifiers, error names among them, dotted names, paths and quoted literals. */
function queryEntities(analysis: StateAnalysis): Entities {
  const text = fullStateText(analysis.state);
  const found = analysis.scanText(text);
  const { words } = analysis.shared;
  const entities = new Set<number>();
  for (let i = 0; i < found.words.length; i += 1) {
    const word = found.words.at(i);
    if (words.isIdentifier(word)) entities.add(words.lower(word));
  }
  addCompounds(found, analysis, entities);
  addLiterals(text, analysis, entities);
  return entities;
}

/** What a unit holds: every word (so that a literal of one word is found unquoted), compound, literal and symbol. */
function unitEntities(analysis: StateAnalysis): Entities[] {
  const { words } = analysis.shared;
  return analysis.units.map((unit, index) => {
    const entities = new Set<number>();
    const found = analysis.unitScans[index];
    if (found === undefined) return entities;
    for (let i = 0; i < found.words.length; i += 1) entities.add(words.lower(found.words.at(i)));
    addCompounds(found, analysis, entities);
    addLiterals(unit.content_excerpt, analysis, entities);
    if (unit.symbol !== undefined) entities.add(words.lexicon.intern(unit.symbol.toLowerCase()));
    return entities;
  });
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
    const units = analysis.once('entities', () => unitEntities(analysis));
    const scores = new Float64Array(units.length);
    let whole = 0;
    for (const wanted of queryEntities(analysis)) {
      const holders = units.flatMap((entities, index) => (entities.has(wanted) ? [index] : []));
      const weight = inverseDocumentFrequency(units.length, holders.length);
      whole += weight;
      for (const index of holders) scores[index] = (scores[index] ?? 0) + weight;
    }
    return whole === 0 ? scores : scores.map((score) => score / whole);
  },
};
