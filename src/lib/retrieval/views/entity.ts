import type { Unit } from '$lib/serbench/state';
import { inverseDocumentFrequency } from '../analysis/scores';
import type { StateAnalysis } from '../analysis/state-analysis';
import { fullStateText } from '../query-text';
import { IntList } from '../text/int-list';
import { quotedLiterals } from '../text/literals';
import type { Scan } from '../text/scanner';
import type { View } from './view';

const LITERAL_WORD = /[\p{L}\p{N}_]/u;

/** Dotted names and paths, each also by its last part (`src/a/b.py` is found as `b.py`), and quoted literals. */
function addNames(text: string, { compounds }: Scan, { shared }: StateAnalysis, into: IntList): void {
  const { words } = shared;
  for (let i = 0; i < compounds.length; i += 1) {
    const [whole, base] = words.compound(compounds.at(i));
    into.push(whole);
    if (base !== null) into.push(base);
  }
  for (const literal of quotedLiterals(text)) {
    if (LITERAL_WORD.test(literal)) into.push(words.lexicon.intern(literal));
  }
}

/** What a state names: identifiers, error names among them, dotted names, paths and quoted literals; each once. */
function queryEntities(analysis: StateAnalysis): IntList {
  const text = fullStateText(analysis.state);
  const found = analysis.scanText(text);
  const { words } = analysis.shared;
  const named = new IntList();
  for (let i = 0; i < found.words.length; i += 1) {
    const word = found.words.at(i);
    if (words.isIdentifier(word)) named.push(words.lower(word));
  }
  addNames(text, found, analysis, named);
  const once = new IntList();
  for (const entity of new Set(named.values())) once.push(entity);
  return once;
}

/** What a unit holds: every word (so that a literal of one word is found unquoted), compound, literal and symbol. */
function unitEntities(analysis: StateAnalysis, unit: Unit, index: number): IntList {
  const found = analysis.unitScans[index];
  if (found === undefined) return new IntList();
  const entities = analysis.lowered(found);
  addNames(unit.content_excerpt, found, analysis, entities);
  if (unit.symbol) entities.push(analysis.shared.words.lexicon.intern(unit.symbol.toLowerCase()));
  return entities;
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
    const matrix = analysis.matrixOf('entities', (unit, index) => unitEntities(analysis, unit, index));
    const wanted = queryEntities(analysis);
    const known = analysis.query(matrix, wanted);
    const { documents, starts, terms, frequencies } = matrix;
    const weights = new Float64Array(frequencies.length);
    let whole = (wanted.length - known.terms.length) * inverseDocumentFrequency(documents, 0);
    for (const term of known.terms) {
      const weight = inverseDocumentFrequency(documents, frequencies[term] ?? 0);
      weights[term] = weight;
      whole += weight;
    }
    const scores = new Float64Array(documents);
    if (whole === 0) return scores;
    for (let d = 0; d < documents; d += 1) {
      let shared = 0;
      for (let i = starts[d] ?? 0; i < (starts[d + 1] ?? 0); i += 1) shared += weights[terms[i] ?? 0] ?? 0;
      scores[d] = shared / whole;
    }
    return scores;
  },
};
