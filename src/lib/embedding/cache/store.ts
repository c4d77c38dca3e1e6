/** Some texts' vectors: row i belongs to hash i. */
export interface VectorBlock {
  hashes: string[];
  dimensions: number;
  vectors: Float32Array;
}

/** Where vectors outlive the tab. Blocks are written as they come and never changed. */
export interface VectorStore {
  /** The vectors of these hashes that are there. */
  find(space: string, hashes: readonly string[]): Promise<Map<string, Float32Array>>;
  /** Which of these hashes are there, without reading their vectors. */
  has(space: string, hashes: readonly string[]): Promise<ReadonlySet<string>>;
  add(space: string, block: VectorBlock): Promise<void>;
  /** All blocks of a space, for an export. */
  blocks(space: string): AsyncIterable<VectorBlock>;
  spaces(): Promise<{ space: string; vectors: number; bytes: number }[]>;
  remove(space: string): Promise<void>;
}

/** The row of a block, as a copy. */
export const rowOf = ({ vectors, dimensions }: VectorBlock, row: number): Float32Array =>
  vectors.slice(row * dimensions, (row + 1) * dimensions);
