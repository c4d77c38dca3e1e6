import { rowOf, type VectorBlock, type VectorStore } from './store';

/** A store that lasts as long as the page: for tests, and for browsers that refuse storage. */
export function memoryStore(): VectorStore {
  const held = new Map<string, VectorBlock[]>();
  const blocksOf = (space: string) => held.get(space) ?? [];
  return {
    find(space, hashes) {
      const wanted = new Set(hashes);
      const found = new Map<string, Float32Array>();
      for (const block of blocksOf(space)) {
        block.hashes.forEach((hash, row) => {
          if (wanted.has(hash)) found.set(hash, rowOf(block, row));
        });
      }
      return Promise.resolve(found);
    },
    has(space, hashes) {
      const there = new Set(blocksOf(space).flatMap((block) => block.hashes));
      return Promise.resolve(new Set(hashes.filter((hash) => there.has(hash))));
    },
    add(space, block) {
      held.set(space, [...blocksOf(space), block]);
      return Promise.resolve();
    },
    async *blocks(space) {
      for (const block of blocksOf(space)) yield await Promise.resolve(block);
    },
    spaces: () =>
      Promise.resolve(
        [...held].map(([space, blocks]) => ({
          space,
          vectors: blocks.reduce((sum, { hashes }) => sum + hashes.length, 0),
          bytes: blocks.reduce((sum, { vectors }) => sum + vectors.byteLength, 0),
        })),
      ),
    remove(space) {
      held.delete(space);
      return Promise.resolve();
    },
  };
}
