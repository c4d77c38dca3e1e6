import type { VectorIdentity, TextKind } from '../encoder';
import type { FolderFile } from '../files/folder';
import type { CheckResult } from '../self-check/result';
import type { Device, Dtype, TransformerSettings } from '../transformer/settings';

/** Where a model's files are, in a form that crosses to a worker. */
export type ModelOrigin =
  | { kind: 'site'; base: string; model: string }
  | { kind: 'hub'; id: string; revision: string; hub: string }
  | { kind: 'folder'; files: FolderFile[] };

/** What a model's output is for: vectors of texts, the relevance of pairs, or weighted terms. */
export type Purpose = 'vectors' | 'relevance' | 'terms';

/** What a page asks a worker to open. */
export interface OpenRequest {
  purpose: Purpose;
  origin: ModelOrigin;
  /** Catalog id whose settings hold; null: what the model's own files say. */
  entry: string | null;
  dtype: Dtype;
  device: Device;
  /** Beats the catalog and the files. */
  settings?: Partial<TransformerSettings>;
}

/** What an open would fetch, to be shown before the user says yes. */
export interface OpenPlan {
  name: string;
  revision: string | null;
  /** Files of another host: ask first. */
  remote: boolean;
  files: { path: string; bytes: number }[];
  bytes: number;
  /** What is not kept by the browser yet. */
  missing: number;
}

/** An open model as the page knows it. */
export interface OpenedModel {
  identity: VectorIdentity;
  kind: 'static' | 'transformer' | 'endpoint';
  purpose: Purpose;
  /** 0 where the output is no vector. */
  dimensions: number;
  device: Device | 'none';
  prefix: Record<TextKind, string>;
  /** Tokens kept of a text; null where a server decides. */
  limit: number | null;
  /** Null for static models (integers and look-ups) and for endpoints (the server's own affair). */
  check: CheckResult | null;
  /** Fallbacks and assumptions, in words. Shown beside every result of this model. */
  notes: string[];
}
