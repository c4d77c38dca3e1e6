import { compareCodePoints } from '$lib/serbench/code-point';
import type { State, Unit } from '$lib/serbench/state';
import { hasNonAscii } from '../text/characters';
import { IntList } from '../text/int-list';
import { scan, type Scan } from '../text/scanner';
import type { Shared } from './analyser';
import { MatrixBuilder, queryOf, type Query, type TermMatrix } from './term-matrix';

/** How a text becomes tokens: `words` are lowered `\w+` runs, `code` adds whole and split identifiers. */
export type TokenKind = 'words' | 'code';

/** U+0130 lowers to two code points and U+03A3 by its neighbours: there, lowering before and after the split differ. */
const LOWERS_BY_CONTEXT = /[\u0130\u03a3]/;

const newScan = (): Scan => ({ words: new IntList(), compounds: new IntList() });

/**
 * Everything the views read of one state, each part made when first asked for and then kept: pool texts are scanned
 * once for all views. A document is the unit's path, a line end, and its excerpt.
 */
export class StateAnalysis {
  readonly ids: readonly string[];
  /** Place of each unit's id among all ids of the pool, by code point: how ties are broken. */
  readonly tieOrder: Int32Array;
  private readonly gramGeneration: number;
  private scans: Scan[] | undefined;
  private readonly matrices = new Map<string, TermMatrix>();
  private readonly memo = new Map<string, unknown>();

  constructor(
    readonly state: State,
    readonly shared: Shared,
  ) {
    this.ids = state.candidate_evidence.map((unit) => unit.evidence_id);
    this.tieOrder = placesOf(this.ids);
    this.gramGeneration = shared.grams.generation;
  }

  get units(): readonly Unit[] {
    return this.state.candidate_evidence;
  }

  /** Words and compounds of each unit's path and excerpt, as written. */
  get unitScans(): readonly Scan[] {
    return (this.scans ??= this.units.map((unit) => {
      const found = newScan();
      scan(unit.source_path, this.shared.words.lexicon, found);
      scan(unit.content_excerpt, this.shared.words.lexicon, found);
      return found;
    }));
  }

  scanText(text: string): Scan {
    const found = newScan();
    scan(text, this.shared.words.lexicon, found);
    return found;
  }

  /** Token numbers of a text. */
  tokens(text: string, kind: TokenKind): IntList {
    if (kind === 'words') return this.lowered(this.scanText(text));
    return this.codeTokens(this.scanText(hasNonAscii(text) ? text.normalize('NFC') : text));
  }

  /** Token counts of the pool. */
  matrix(kind: TokenKind): TermMatrix {
    return this.matrixOf(kind, (unit, index) => {
      if (kind === 'words') return this.lowered(this.unitScans[index] ?? newScan());
      const text = documentText(unit);
      if (hasNonAscii(text) && text.normalize('NFC') !== text) return this.tokens(text, 'code');
      return this.codeTokens(this.unitScans[index] ?? newScan());
    });
  }

  /** As `matrix('words')`, but texts are lowered first, as scikit-learn does. */
  get loweredMatrix(): TermMatrix {
    if (!this.units.some((unit) => LOWERS_BY_CONTEXT.test(unit.source_path + unit.content_excerpt))) {
      return this.matrix('words');
    }
    return this.matrixOf('lowered', (unit) => this.loweredTokens(documentText(unit)));
  }

  loweredTokens(text: string): IntList {
    return this.tokens(LOWERS_BY_CONTEXT.test(text) ? text.toLowerCase() : text, 'words');
  }

  /** Counts of the pool's `char_wb` n-grams. */
  get gramMatrix(): TermMatrix {
    const known = this.matrices.get('grams');
    if (known !== undefined) return known;
    const { grams } = this.shared;
    const builder = this.builder();
    const pieces = this.units.map((unit) => this.pieces(documentText(unit)));
    builder.reserve(grams.size);
    const times = this.shared.localScratch.sized(grams.pieceCount);
    for (const list of pieces) {
      // Pieces recur inside a unit: their grams are added once, so many times.
      for (let i = 0; i < list.length; i += 1) times[list.at(i)] = (times[list.at(i)] as number) + 1;
      for (let i = 0; i < list.length; i += 1) {
        const piece = list.at(i);
        const count = times[piece] as number;
        if (count === 0) continue;
        builder.addRange(grams.data, grams.start(piece), grams.start(piece + 1), count);
        times[piece] = 0;
      }
      builder.endRow();
    }
    const matrix = builder.build(grams.size);
    this.matrices.set('grams', matrix);
    return matrix;
  }

  /** N-gram numbers of a text, repeats included. */
  gramTokens(text: string): IntList {
    const { grams } = this.shared;
    const pieces = this.pieces(text);
    const found = new IntList(1 << 12);
    for (let i = 0; i < pieces.length; i += 1) {
      const piece = pieces.at(i);
      for (let j = grams.start(piece); j < grams.start(piece + 1); j += 1) found.push(grams.data[j] ?? 0);
    }
    return found;
  }

  /** A query in the numbers of a word or code-token matrix. */
  query(matrix: TermMatrix, tokens: IntList): Query {
    return queryOf(matrix, tokens, this.shared.words.lexicon.size, this.shared.localScratch);
  }

  gramQuery(matrix: TermMatrix, tokens: IntList): Query {
    return queryOf(matrix, tokens, this.shared.grams.size, this.shared.localScratch);
  }

  /** Keeps what a view derives from the state alone, under a name of its own. */
  once<T>(name: string, make: () => T): T {
    if (!this.memo.has(name)) this.memo.set(name, make());
    return this.memo.get(name) as T;
  }

  /** Token counts of the pool under a name of their own, from whatever tokens each unit is given. */
  matrixOf(name: string, tokensOf: (unit: Unit, index: number) => IntList): TermMatrix {
    const known = this.matrices.get(name);
    if (known !== undefined) return known;
    const lists = this.units.map(tokensOf);
    const builder = this.builder();
    builder.reserve(this.shared.words.lexicon.size);
    for (const list of lists) {
      builder.addRange(list.data, 0, list.length, 1);
      builder.endRow();
    }
    const matrix = builder.build(this.shared.words.lexicon.size);
    this.matrices.set(name, matrix);
    return matrix;
  }

  private builder(): MatrixBuilder {
    const { scratch, localScratch, room } = this.shared;
    return new MatrixBuilder(scratch, localScratch, room);
  }

  /** Numbers of the lowered words of a scan. */
  lowered({ words }: Scan): IntList {
    const found = new IntList(Math.max(1, words.length));
    for (let i = 0; i < words.length; i += 1) found.push(this.shared.words.lower(words.at(i)));
    return found;
  }

  private codeTokens({ words, compounds }: Scan): IntList {
    const found = new IntList(words.length * 2 + 1);
    for (let i = 0; i < words.length; i += 1) {
      for (const token of this.shared.words.codeTokens(words.at(i))) found.push(token);
    }
    for (let i = 0; i < compounds.length; i += 1) found.push(this.shared.words.compound(compounds.at(i))[0]);
    return found;
  }

  private pieces(text: string): IntList {
    if (this.shared.grams.generation !== this.gramGeneration) {
      throw new Error('This analysis is out of date: the analyser has numbered its n-grams anew.');
    }
    const found = new IntList();
    this.shared.grams.split(text.toLowerCase(), found);
    return found;
  }
}

/** The text of a unit that the views read. */
export const documentText = (unit: Unit): string => `${unit.source_path}\n${unit.content_excerpt}`;

function placesOf(ids: readonly string[]): Int32Array {
  const places = new Int32Array(ids.length);
  const order = ids.map((_, index) => index);
  order.sort((a, b) => compareCodePoints(ids[a] ?? '', ids[b] ?? ''));
  order.forEach((unit, place) => (places[unit] = place));
  return places;
}
