import { IntList } from '../text/int-list';

/** Counts of terms in documents, row by row; terms are numbered locally, from 0, in the order of their appearance. */
export interface TermMatrix {
  documents: number;
  /** Row d is `terms[starts[d]..starts[d + 1])` with the counts at the same places. */
  starts: Int32Array;
  terms: Int32Array;
  counts: Int32Array;
  /** Sum of a row's counts: the document's length in tokens. */
  lengths: Int32Array;
  /** How many documents hold a term. */
  frequencies: Int32Array;
  /** The vocabulary's number of each local term. */
  vocabulary: Int32Array;
}

/** Reused room for counting, addressed by the vocabulary's numbers; all zero between uses. */
export class Scratch {
  private array = new Int32Array(1 << 12);

  sized(size: number): Int32Array {
    if (this.array.length < size) this.array = new Int32Array(size * 2);
    return this.array;
  }
}

/** Reused lists of a builder: what is built is copied out of them. */
export class BuilderRoom {
  readonly terms = new IntList(1 << 16);
  readonly counts = new IntList(1 << 16);
  readonly touched = new IntList(1 << 14);
  readonly vocabulary = new IntList(1 << 14);
  readonly frequencies = new IntList(1 << 14);

  clear(): void {
    for (const list of [this.terms, this.counts, this.touched, this.vocabulary, this.frequencies]) {
      list.length = 0;
    }
  }
}

/** Builds a matrix one document after the other. Of the builders that share a room one may be at work. */
export class MatrixBuilder {
  private readonly starts = new IntList();
  private readonly lengths = new IntList();
  private readonly terms: IntList;
  private readonly counts: IntList;
  private readonly touched: IntList;
  private rowCounts: Int32Array;
  private length = 0;

  constructor(
    private readonly scratch: Scratch,
    private readonly localScratch: Scratch,
    private readonly room: BuilderRoom,
  ) {
    room.clear();
    ({ terms: this.terms, counts: this.counts, touched: this.touched } = room);
    this.rowCounts = scratch.sized(0);
    this.starts.push(0);
  }

  /** Says how large the vocabulary may be during the next additions. */
  reserve(size: number): void {
    this.rowCounts = this.scratch.sized(size);
  }

  /** Counts every number in `data[from, to)` so many times in the row under way. */
  addRange(data: Int32Array, from: number, to: number, times: number): void {
    const { rowCounts, touched } = this;
    const seen = touched.reserve(to - from);
    let { length } = touched;
    for (let i = from; i < to; i += 1) {
      const term = data[i] as number;
      const before = rowCounts[term] as number;
      if (before === 0) seen[length++] = term;
      rowCounts[term] = before + times;
    }
    touched.length = length;
    this.length += (to - from) * times;
  }

  endRow(): void {
    const { rowCounts, touched, terms, counts } = this;
    const { length } = touched;
    const into = terms.reserve(length);
    const times = counts.reserve(length);
    for (let i = 0, at = terms.length; i < length; i += 1, at += 1) {
      const term = touched.data[i] as number;
      into[at] = term;
      times[at] = rowCounts[term] as number;
      rowCounts[term] = 0;
    }
    terms.length += length;
    counts.length += length;
    touched.length = 0;
    this.lengths.push(this.length);
    this.length = 0;
    this.starts.push(terms.length);
  }

  build(vocabularySize: number): TermMatrix {
    const local = this.localScratch.sized(vocabularySize);
    const { vocabulary, frequencies } = this.room;
    const terms = this.terms.values();
    for (let i = 0; i < terms.length; i += 1) {
      const term = terms[i] as number;
      let number = (local[term] as number) - 1;
      if (number < 0) {
        number = vocabulary.length;
        local[term] = number + 1;
        vocabulary.push(term);
        frequencies.push(0);
      }
      frequencies.data[number] = frequencies.at(number) + 1;
      terms[i] = number;
    }
    for (let i = 0; i < vocabulary.length; i += 1) local[vocabulary.at(i)] = 0;
    return {
      documents: this.lengths.length,
      starts: this.starts.values(),
      terms,
      counts: this.counts.values(),
      lengths: this.lengths.values(),
      frequencies: frequencies.values(),
      vocabulary: vocabulary.values(),
    };
  }
}

/** Counts of a query's terms, in the order of their first appearance, as numbers of a matrix; the unknown left out. */
export interface Query {
  terms: Int32Array;
  counts: Int32Array;
}

/** Maps a query's vocabulary numbers to a matrix. `data[0, length)` holds one number per token. */
export function queryOf(matrix: TermMatrix, tokens: IntList, size: number, scratch: Scratch): Query {
  const local = scratch.sized(size);
  const { vocabulary } = matrix;
  for (let i = 0; i < vocabulary.length; i += 1) local[vocabulary[i] ?? 0] = i + 1;
  const counts = new Int32Array(vocabulary.length);
  const order = new IntList();
  for (let i = 0; i < tokens.length; i += 1) {
    const term = (local[tokens.at(i)] ?? 0) - 1;
    if (term < 0) continue;
    if (counts[term] === 0) order.push(term);
    counts[term] = (counts[term] ?? 0) + 1;
  }
  for (let i = 0; i < vocabulary.length; i += 1) local[vocabulary[i] ?? 0] = 0;
  const terms = order.values();
  return { terms, counts: terms.map((term) => counts[term] ?? 0) };
}
