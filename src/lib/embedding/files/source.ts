/** One file of a model, and what its bytes must be. */
export interface FileEntry {
  /** Inside the model's folder, forward slashes. */
  path: string;
  bytes: number;
  /** `git-sha1`: the SHA-1 of a git blob, which the hub states for small files. Null where nothing is known. */
  hash: { kind: 'sha256' | 'git-sha1'; hex: string } | null;
}

/** Where a model's files come from: this site, a model hub, or a folder on the user's disk. */
export interface FileSource {
  /** Shown to the user, and part of a vector's identity. */
  readonly name: string;
  /** A commit or a fixed word; null for folders, whose weights are hashed instead. */
  readonly revision: string | null;
  readonly entries: readonly FileEntry[];
  /** Whether its files come over the network from another host, so that the user must be asked first. */
  readonly remote: boolean;
  /** The file's bytes, in pieces. Rejects with a `ModelFileError` when the host does not send it. */
  open(entry: FileEntry, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Under which URL a verified copy is kept; null where no copy is needed. */
  cacheUrl(entry: FileEntry): string | null;
}

export const findEntry = (source: FileSource, path: string): FileEntry | undefined =>
  source.entries.find((entry) => entry.path === path);
