import type { EmbeddingsEndpoint } from '$lib/embedding/endpoint/embeddings';
import type { OpenedModel, OpenRequest } from '$lib/embedding/host/request';
import type { Configuration } from '$lib/complement/config/schema';
import type { SplitRecord } from '$lib/data/schema';
import { encoderName } from '$lib/llm/run/encoder-name';
import { offerEncoder } from '$lib/llm/run/port-encoder';
import type { Progress } from '$lib/serbench/task';
import { Consent } from '../embedding/consent.svelte';
import { EncoderDesk, taskOf } from '../embedding/desk.svelte';
import { complementWorker } from './client';

interface Hooks {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * The open encoder of the dense view. It outlives the picker, as a batch outlives the page: only another model, or
 * the user, closes it. A key of an endpoint stays in it.
 */
class DenseDesk extends EncoderDesk {
  /** Its name in the configuration; null while none is open. */
  name: string | null = $state(null);
  readonly #closeNow: () => void;

  constructor() {
    super();
    this.#closeNow = this.close;
    // The picker closes when the page is left; the encoder stays.
    this.close = () => undefined;
  }

  /** Closes on the user's word. */
  release(): void {
    this.#closeNow();
    this.name = null;
  }

  override async open(request: OpenRequest, workers: number, hooks: Hooks): Promise<OpenedModel> {
    this.release();
    const opened = await super.open(request, workers, hooks);
    // The site's own files go by their plain names, which every browser can open.
    this.name = request.origin.kind === 'site' ? request.origin.model : encoderName(opened);
    return opened;
  }

  override async openEndpoint(
    endpoint: EmbeddingsEndpoint,
    key: string | null,
    hooks: Pick<Hooks, 'signal'>,
  ): Promise<OpenedModel> {
    this.release();
    const opened = await super.openEndpoint(endpoint, key, hooks);
    this.name = encoderName(opened);
    return opened;
  }

  /** Offers the encoder to a run that names it; null when the run needs none of the page. `close` after the run. */
  offer(configuration: Configuration): ReturnType<typeof offerEncoder> | null {
    const { encoder, name } = this;
    return encoder && name !== null && this.#needed(configuration) ? offerEncoder(name, encoder) : null;
  }

  /** Waits for a yes where the run would have the encoder read for long or for money. Rejects on a cancel. */
  async agree(
    split: SplitRecord,
    stateIds: readonly string[] | null,
    configuration: Configuration,
    consent: Consent,
    hooks: Hooks,
  ): Promise<void> {
    const { bare, reading, opened } = this;
    if (!bare || !reading || !opened || !this.#needed(configuration)) return;
    const remote = opened.kind === 'endpoint';
    const unread = await complementWorker.call(
      'unread',
      [{ items: split.items, name: split.itemsName, stateIds, encoder: reading, counted: remote }],
      hooks,
    );
    await consent.ask(
      {
        model: opened.identity.model,
        unread,
        unit: 'texts',
        endpoint: remote ? { rerank: false } : null,
        read: remote ? null : (sample, task) => bare.encode(sample, 'document', task),
      },
      taskOf(hooks),
    );
  }

  #needed({ ranking }: Configuration): boolean {
    return (
      this.name !== null &&
      ((ranking.encoder === this.name && ranking.views.includes('dense')) ||
        ranking.refine?.encoder === this.name)
    );
  }
}

export const denseDesk = new DenseDesk();
/** Questions before one state and before a batch, each shown where it was asked. */
export const stateConsent = new Consent();
export const batchConsent = new Consent();
