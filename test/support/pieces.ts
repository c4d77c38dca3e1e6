import type { Piece, PieceStore } from '$lib/data/release/pieces';

/** Keeps pieces in memory, as the browser's storage does; `full` makes it refuse. */
export class MemoryPieces implements PieceStore {
  readonly all = new Map<string, Piece>();
  full = false;

  read(sha256: string): Promise<Piece[]> {
    const found = [...this.all.values()].filter((piece) => piece.sha256 === sha256);
    return Promise.resolve(found.sort((a, b) => a.from - b.from || a.to - b.to));
  }
  add(piece: Piece): Promise<void> {
    if (this.full) return Promise.reject(new Error('no room'));
    this.all.set(`${piece.sha256} ${piece.from} ${piece.to}`, structuredClone(piece));
    return Promise.resolve();
  }
  clear(sha256: string): Promise<void> {
    for (const [key, piece] of this.all) if (piece.sha256 === sha256) this.all.delete(key);
    return Promise.resolve();
  }
}
