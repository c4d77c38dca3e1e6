import { DEMO_CONFIGURATION } from '$lib/complement/config/demo';
import { defaultConfiguration, REFINED, sameModel } from '$lib/complement/config/defaults';
import { addressSchema, type Configuration, type ModelRef } from '$lib/complement/config/schema';
import { CALLED_METHODS } from '$lib/complement/methods';
import type { StageName } from '$lib/complement/stages/ask';
import { WORD_COVER } from '$lib/complement/scripted/word-cover';
import { LIVE_CHANNEL, type LiveMessage } from '$lib/llm/run/live';
import type { Access } from '$lib/llm/run/requests';
import { PRESETS, type Preset } from '$lib/llm/presets';
import type { NetworkProtocol } from '$lib/llm/protocols';
import { Job } from '$lib/ui/kit/job.svelte';
import { workspace } from '$lib/ui/workspace.svelte';
import type { StateLine } from '$workers/complement.worker';
import { access } from './access.svelte';
import { complementWorker, siteFile } from './client';
import { denseDesk, stateConsent } from './dense-desk.svelte';
import type { Draft } from './draft';
import { keepRecording, keptRecording } from './kept-recording';
import { LocalModel } from './local-model.svelte';
import { OtherEndpoint } from './other-endpoint.svelte';
import { ended, heard, NOTHING_YET, type ShownRun } from './shown-run';

export type { ShownRun } from './shown-run';

/** Where the answers come from. */
export type Source = 'recorded' | 'endpoint' | 'browser';

/** An exported run of the user's own as the source of answers. */
export interface Recording {
  name: string;
  zip: Blob;
  models: Configuration['models'];
  /** States that it holds. */
  states: string[];
}

/** What the page works on: the source of answers, the configuration, the state, and the runs made so far. */
class Desk {
  source: Source = $state('recorded');
  preset: Preset = $state.raw(PRESETS[0] as Preset);
  protocol: NetworkProtocol = $state('openai');
  url = $state((PRESETS[0] as Preset).url);
  strong = $state((PRESETS[0] as Preset).models[0] ?? '');
  fast = $state((PRESETS[0] as Preset).models[1] ?? '');
  /** The revisions are asked at an endpoint of their own. */
  apart = $state(false);
  readonly other = new OtherEndpoint();
  readonly local = new LocalModel();
  /** All but the models, which follow from the source. */
  draft: Configuration = $state(structuredClone(DEMO_CONFIGURATION));
  states: StateLine[] = $state.raw([]);
  stateId = $state('');
  runs: ShownRun[] = $state.raw([]);
  #own: Recording | null = $state.raw(null);
  /** What was on the desk before the own recording's configuration. */
  #before: Configuration | null = null;
  readonly job = new Job();
  readonly listing = new Job();
  #recorded: Promise<Blob> | null = null;
  #ids = 0;

  get models(): Configuration['models'] {
    if (this.recording) return this.recording.models;
    if (this.source === 'recorded') return sameModel({ protocol: 'scripted', url: '', model: WORD_COVER });
    if (this.source === 'browser') return sameModel({ protocol: 'browser', url: '', model: this.local.name });
    const strong: ModelRef = {
      protocol: this.protocol,
      url: this.url.trim(),
      model: this.strong.trim(),
    };
    const there = this.apart ? this.other.ref : strong;
    const fast = { ...there, model: this.fast.trim() || strong.model };
    return { proposal: strong, expansion: fast, finalization: fast };
  }

  get configuration(): Configuration {
    return { ...($state.snapshot(this.draft) as Configuration), models: this.models };
  }

  /** The own recording, while recorded answers are asked for. */
  get recording(): Recording | null {
    return this.source === 'recorded' ? this.#own : null;
  }

  /**
   * Takes a user's exported run as the recording, with its configuration: its calls answer only what they were
   * asked. Kept over reloads. Rejects, and changes nothing, when the zip is no sound export.
   */
  async useRecording(zip: Blob, name: string): Promise<void> {
    await this.#takeRecording(zip, name);
    await keepRecording({ zip, name });
  }

  /** Takes the recording of an earlier visit. Rejects when it no longer reads: it is then forgotten. */
  async restoreRecording(): Promise<void> {
    const kept = await keptRecording();
    if (!kept || this.#own) return;
    try {
      await this.#takeRecording(kept.zip, kept.name);
    } catch (error) {
      await keepRecording(null);
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `Your run ${kept.name} of an earlier visit no longer reads (${why}). Choose its file again.`,
        { cause: error },
      );
    }
  }

  async #takeRecording(zip: Blob, name: string): Promise<void> {
    const { configuration, states } = await complementWorker.call('recording', [zip]);
    if (this.source === 'recorded') {
      this.#before ??= $state.snapshot(this.draft) as Configuration;
      this.draft = configuration;
    }
    this.#own = { name, zip, models: configuration.models, states };
    const first = this.states.find((line) => states.includes(line.stateId));
    if (first && !states.includes(this.stateId)) this.stateId = first.stateId;
  }

  /** Back to the demo's recording, and to the configuration that was on the desk before. */
  dropRecording(): void {
    if (this.#before) this.draft = this.#before;
    this.#before = null;
    this.#own = null;
    void keepRecording(null);
  }

  /** What is kept over a reload. An address that is none yet, or that could hold a key, is left out. */
  toDraft(): Draft {
    const url = this.url.trim();
    return {
      format: 'complement-draft-1',
      source: this.source,
      preset: this.preset.id,
      url: addressSchema.safeParse(url).success ? url : '',
      strong: this.strong,
      fast: this.fast,
      revisions: this.apart ? this.other.toDraft() : null,
      browserModel: this.local.id,
      hub: addressSchema.safeParse(this.local.hub).success ? this.local.hub : '',
      configuration: $state.snapshot(this.draft) as Configuration,
    };
  }

  useDraft({ source, preset, url, strong, fast, revisions, browserModel, hub, configuration }: Draft): void {
    this.usePreset(preset);
    this.apart = revisions !== null;
    if (revisions) this.other.useDraft(revisions);
    Object.assign(this, { source, strong, fast, draft: configuration });
    this.local.id = browserModel;
    if (hub !== '') this.local.hub = hub;
    if (url !== '') this.url = url;
  }

  /** All as on a first visit. */
  reset(): void {
    this.#own = null;
    this.#before = null;
    void keepRecording(null);
    this.source = 'recorded';
    this.usePreset(PRESETS[0]?.id ?? '');
    this.apart = false;
    this.other.usePreset(PRESETS[0]?.id ?? '');
    this.local.reset();
    this.draft = structuredClone(DEMO_CONFIGURATION);
  }

  usePreset(id: string): void {
    const preset = PRESETS.find((one) => one.id === id) ?? (PRESETS[0] as Preset);
    this.preset = preset;
    this.protocol = preset.protocol;
    this.url = preset.url;
    this.strong = preset.models[0] ?? '';
    this.fast = preset.models[1] ?? '';
  }

  /** Another method; ssr brings the refinement of its routes with it, the others have none. */
  useMethod(name: string): void {
    const method = CALLED_METHODS.find((one) => one === name);
    if (!method) return;
    this.draft.method = method;
    this.refineRoutes(method === 'ssr');
  }

  refineRoutes(on: boolean): void {
    if (on) this.draft.ranking.refine ??= { ...REFINED };
    else delete this.draft.ranking.refine;
  }

  resetDraft(): void {
    this.draft = defaultConfiguration(this.draft.method, this.models);
  }

  /** Reads the state lines of the current split. */
  async list(): Promise<void> {
    const split = workspace.current;
    if (!split) return;
    const lines = await this.listing.run((options) =>
      complementWorker.call('states', [{ items: split.items, name: split.itemsName }], options),
    );
    if (!lines) return;
    this.states = lines;
    if (!lines.some((line) => line.stateId === this.stateId)) this.stateId = lines[0]?.stateId ?? '';
  }

  /** Runs the chosen state; what arrives is shown at once. `fresh` stages are asked again although stored. */
  async run(fresh: readonly StageName[]): Promise<void> {
    const split = workspace.current;
    if (!split || this.stateId === '') return;
    const { configuration, stateId } = this;
    const id = (this.#ids += 1);
    const recordedOnly = this.recording !== null;
    const title = `Run ${id}: ${configuration.method}, ${configuration.models.proposal.model}`;
    this.runs = [...this.runs.slice(-7), { id, title, stateId, configuration, ...NOTHING_YET }];
    const live = `${crypto.randomUUID()}`;
    const channel = new BroadcastChannel(LIVE_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => {
      if (data.live === live) this.#change(id, (run) => heard(run, data));
    };
    const done = await this.job.run(async (options) => {
      await denseDesk.agree(split, [stateId], configuration, stateConsent, options);
      const recorded =
        this.source === 'recorded' ? (this.recording?.zip ?? (await this.#recordedRun())) : null;
      const file = { items: split.items, name: split.itemsName };
      const asked = { stateId, configuration, recorded, recordedOnly, fresh: [...fresh], live };
      const offered = denseDesk.offer(configuration);
      const encoder = offered?.link ?? null;
      try {
        return await complementWorker.call('state', [{ ...file, ...this.forRun(), ...asked, encoder }], {
          ...options,
          transfer: encoder ? [encoder.port] : [],
        });
      } finally {
        offered?.close();
      }
    });
    channel.close();
    if (!done) this.runs = this.runs.filter((run) => run.id !== id);
    else this.#change(id, (run) => ended(run, done));
  }

  /** What a run may use of the page, beside the open encoder. */
  forRun(): Omit<Access, 'encoder'> {
    return { ...access.forRun(), browser: this.local.origin };
  }

  #change(id: number, change: (run: ShownRun) => ShownRun): void {
    this.runs = this.runs.map((run) => (run.id === id ? { ...change(run), id } : run));
  }

  #recordedRun(): Promise<Blob> {
    this.#recorded ??= siteFile('demo/complement-run.zip').catch((error: unknown) => {
      this.#recorded = null;
      throw error;
    });
    return this.#recorded;
  }
}

export const desk = new Desk();
