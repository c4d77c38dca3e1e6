import type { Budget } from '$lib/complement/batch/budget';
import type { Chosen } from '$lib/complement/batch/subset';
import type { StageName } from '$lib/complement/stages/ask';
import type { Configuration } from '$lib/complement/config/schema';
import type { BrowserOrigin } from '../browser/request';
import type { ReadingEncoder } from '$lib/embedding/unread';
import type { EncoderLink } from './port-encoder';
import type { Price } from '../prices';

/** Which items, and where they come from. */
export interface ItemsFile {
  items: Blob;
  name: string;
}

/** What a run may use of the page's secrets and settings. Posted to the worker, never stored. */
export interface Access {
  /** Keys by origin. */
  keys: Record<string, string>;
  prices: Price[];
  pageOrigin: string;
  /** Absolute URL of the site's root, ending in a slash: where vendored models lie. */
  base: string;
  /** Where the files of a model that runs in this browser come from; null while none is chosen. */
  browser: BrowserOrigin | null;
  /** The encoder that is open on the page; its port is transferred with the request. Null while none is. */
  encoder: EncoderLink | null;
}

export interface StateRequest extends ItemsFile, Access {
  stateId: string;
  configuration: Configuration;
  /** An exported run whose calls are taken before any is made; null = none. */
  recorded: Blob | null;
  /** No call is made: what the recording lacks fails with that reason. */
  recordedOnly: boolean;
  /** Stages whose calls are made again, although stored. */
  fresh: readonly StageName[];
  /** Names the messages on the live channel. */
  live: string;
}

export interface BatchRequest extends ItemsFile, Access {
  splitKey: string;
  splitLabel: string;
  itemsSha256: string;
  states: number;
  /** The states to run; null = the whole split. */
  chosen: Chosen | null;
  configuration: Configuration;
  concurrency: number;
  budget: Budget;
}

export interface DryRunRequest extends ItemsFile {
  /** The states to foresee; null = the whole split. */
  chosen: Chosen | null;
  configuration: Configuration;
  prices: Price[];
  base: string;
}

/** How much an encoder would still read for a run. */
export interface UnreadRequest extends ItemsFile {
  /** The states of the run; null = the whole split. */
  stateIds: readonly string[] | null;
  encoder: ReadingEncoder;
  /** Whether tokens are counted: where they cost. */
  counted: boolean;
}
