import type { DBSchema } from 'idb';
import type { KeptPrepared } from './ingest/prepared';
import type { Piece } from './release/pieces';
import type { RunAccounting } from '$lib/complement/accounting';
import type { Prediction } from '$lib/serbench/prediction';

/** A split that pages can work on. The items' bytes stay as the file was (gzip or not). */
export interface SplitRecord {
  /** `demo`, `example`, `cal500`, `test500`, or `file:<sha256>`. */
  key: string;
  label: string;
  kind: 'demo' | 'release' | 'file';
  items: Blob;
  itemsName: string;
  labels: Blob | null;
  labelsName: string | null;
  /** SHA-256 of the items' bytes as given, hex. */
  itemsSha256: string;
  states: number;
  addedAt: string;
}

/** A method's answers over a split, made here or loaded from a file. */
export interface RunRecord {
  /** SHA-256 over split, method, rows and configuration, hex. */
  key: string;
  splitKey: string;
  /** What pages, links, tables and reports call the run: unique within its split, the user's to change. */
  label: string;
  /** The method's name as in files; several runs may share it. */
  method: string;
  /** Where it came from: `file:<name>`, `view:<name>`, `fusion`, `complement`, `baseline`. */
  origin: string;
  /** SHA-256 of the configuration's canonical JSON, when there is one. */
  configurationHash: string | null;
  configuration: unknown;
  rows: Prediction[];
  /** The states that failed or did not run, with the reason; they are never scored as 0 in silence. */
  failed: { state_id: string; reason: string }[];
  /** Fallbacks, calls and costs, where the run knows them. */
  accounting: RunAccounting | null;
  addedAt: string;
}

/** One DB for the whole site. Stores are added here and nowhere else; raise VERSION in the same change. */
export interface ComplementDb extends DBSchema {
  splits: { key: string; value: SplitRecord };
  runs: { key: string; value: RunRecord; indexes: { 'by-split': string } };
  /** Splits made ready: opened on the next visit without parsing. */
  prepared: { key: string; value: KeptPrepared };
  /** Small values by name: drafts, settings, tour progress. */
  settings: { key: string; value: unknown };
  /** Blocks of vectors: `model` names model, revision, dtype, pooling and prefix; row i belongs to text hash i. */
  vectors: {
    key: string;
    value: { key: string; model: string; hashes: string[]; dimensions: number; vectors: Float32Array };
    indexes: { 'by-model': string };
  };
  /** One LLM call each, stored before the next starts; key = hash of all that determines it. */
  calls: {
    key: string;
    value: { key: string; runKey: string; call: unknown };
    indexes: { 'by-run': string };
  };
  /** Batch runs of MSS-Complement and its controls. */
  batches: { key: string; value: { key: string; batch: unknown } };
  /** Encrypted API keys (opt-in). */
  secrets: { key: string; value: { key: string; salt: Uint8Array; iv: Uint8Array; cipher: Uint8Array } };
  /** Token counts by (tokenizer, text hash). */
  tokens: { key: string; value: number };
  /** What has arrived of releases whose download broke off: SHA-256 of the whole file, first byte, byte after the last. */
  pieces: { key: [string, number, number]; value: Piece };
}

export const DB_NAME = 'complement';
export const DB_VERSION = 3;
