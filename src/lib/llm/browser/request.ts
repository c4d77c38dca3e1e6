import { canonicalJson } from '$lib/complement/canonical';
import type { ChatMessage } from '$lib/complement/model';
import type { ModelOrigin } from '$lib/embedding/host/request';
import type { Weights } from './weights';

/** Where the files of a model that runs in the browser come from: a hub, or a folder of the user's disk. */
export type BrowserOrigin = Extract<ModelOrigin, { kind: 'hub' | 'folder' }>;

/** The name of a model in configurations: its hub id, or its folder's name. */
export const nameOf = (origin: BrowserOrigin): string =>
  origin.kind === 'hub' ? origin.id : (origin.files[0]?.path.split('/')[0] ?? '');

/** Tells origins apart; folders by their files' paths and sizes. */
export const originKey = (origin: BrowserOrigin): string =>
  canonicalJson(
    origin.kind === 'hub' ? origin : origin.files.map(({ path, blob }) => ({ path, bytes: blob.size })),
  );

/** What opening a model would fetch and how it would run: shown before the user says yes. */
export interface BrowserPlan {
  name: string;
  /** The hub's commit; null for a folder. */
  revision: string | null;
  /** Files of another host: ask first. */
  remote: boolean;
  weights: Weights;
  device: 'webgpu' | 'wasm';
  /** Why the device or the weights are not the first choice, in words. */
  notes: string[];
  files: { path: string; bytes: number }[];
  bytes: number;
  /** What is not kept by the browser yet. */
  missing: number;
}

export interface GenerateRequest {
  origin: BrowserOrigin;
  messages: ChatMessage[];
  maxOutputTokens: number;
  /** Names the messages on the live channel; null = nobody watches. */
  live: string | null;
}

/** One answer, with counts by the model's own tokenizer. */
export interface Generated {
  text: string;
  inputTokens: number;
  /** The tokens that this call made, also the one that ends the answer; those of a cut call before it are not among them. */
  outputTokens: number;
  /** The output reached its cap before the model ended it. */
  cut: boolean;
  /** What ran: name, commit, weights, device. */
  ran: string;
}
