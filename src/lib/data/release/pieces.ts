import { openDatabase } from '../db';
import { storageFailed } from '../storage-error';

/** A stretch of a file whose download broke off: bytes `from` to `to`. */
export interface Piece {
  /** Of the whole file, as the release's manifest has it: names the file, whatever host it comes from. */
  sha256: string;
  from: number;
  to: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** Where it came from, and the host's name for that version of the file, where a page may read it. */
  url: string;
  etag: string | null;
}

/** Where pieces are kept; they are bounded by the sizes of the files in the manifest. */
export interface PieceStore {
  /** By position. */
  read(sha256: string): Promise<Piece[]>;
  add(piece: Piece): Promise<void>;
  clear(sha256: string): Promise<void>;
}

/** How far stretches reach from the start of the file without a gap. */
export function reach(stretches: readonly { from: number; to: number }[]): number {
  let end = 0;
  for (const { from, to } of stretches) if (from <= end) end = Math.max(end, to);
  return end;
}

/** All keys of a file's pieces: its hash, then anything. */
const ofFile = (sha256: string) => IDBKeyRange.bound([sha256], [sha256, []]);

async function inStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageFailed(error);
  }
}

/** The browser's own storage; what it holds survives a reload. Rejects with StorageFailed. */
export const browserPieces: PieceStore = {
  read: (sha256) => inStore(async () => (await openDatabase()).getAll('pieces', ofFile(sha256))),
  add: (piece) => inStore(async () => void (await (await openDatabase()).put('pieces', piece))),
  clear: (sha256) => inStore(async () => (await openDatabase()).delete('pieces', ofFile(sha256))),
};

/** Bytes of a file that are kept and can be gone on from, read from the keys alone. */
export const keptBytes = (sha256: string): Promise<number> =>
  inStore(async () => {
    const keys = await (await openDatabase()).getAllKeys('pieces', ofFile(sha256));
    return reach(keys.map(([, from, to]) => ({ from, to })));
  });
