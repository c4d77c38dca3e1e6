import { DEMO_CONFIGURATION } from '$lib/complement/config/demo';
import { defaultConfiguration, sameModel } from '$lib/complement/config/defaults';
import type { Configuration, ModelRef } from '$lib/complement/config/schema';
import type { CalledMethod } from '$lib/complement/methods';
import type { StateResult } from '$lib/complement/run/types';
import { WORD_COVER } from '$lib/complement/scripted/word-cover';
import type { Trace } from '$lib/complement/trace';
import { BROWSER_MODELS } from '$lib/llm/browser/catalog';
import { LIVE_CHANNEL, type LiveMessage } from '$lib/llm/run/live';
import { PRESETS, type Preset } from '$lib/llm/presets';
import type { NetworkProtocol } from '$lib/llm/protocols';
import { Job } from '$lib/ui/kit/job.svelte';
import { workspace } from '$lib/ui/workspace.svelte';
import type { StateLine } from '$workers/complement.worker';
import { access } from './access.svelte';
import { complementWorker, siteFile } from './client';

/** Where the answers come from. */
export type Source = 'recorded' | 'endpoint' | 'browser';

/** One run of one state as it is shown: what arrives live, and the result once it is there. */
export interface ShownRun {
  id: number;
  title: string;
  stateId: string;
  configuration: Configuration;
  ranking: string[];
  tokens: Record<string, number>;
  spoke: string[];
  traces: { trace: Trace; stored: boolean }[];
  /** The answer that is arriving. */
  text: string;
  result: StateResult | null;
}

/** What the page works on: the source of answers, the configuration, the state, and the runs made so far. */
class Desk {
  source: Source = $state('recorded');
  preset: Preset = $state.raw(PRESETS[0] as Preset);
  protocol: NetworkProtocol = $state('openai');
  url = $state((PRESETS[0] as Preset).url);
  strong = $state((PRESETS[0] as Preset).models[0] ?? '');
  fast = $state((PRESETS[0] as Preset).models[1] ?? '');
  browserModel = $state(BROWSER_MODELS[0]?.id ?? '');
  /** All but the models, which follow from the source. */
  draft: Configuration = $state(structuredClone(DEMO_CONFIGURATION));
  states: StateLine[] = $state.raw([]);
  stateId = $state('');
  runs: ShownRun[] = $state.raw([]);
  readonly job = new Job();
  readonly listing = new Job();
  #recorded: Promise<Blob> | null = null;
  #ids = 0;

  get models(): Configuration['models'] {
    if (this.source === 'recorded') return sameModel({ protocol: 'scripted', url: '', model: WORD_COVER });
    if (this.source === 'browser')
      return sameModel({ protocol: 'browser', url: '', model: this.browserModel });
    const at = (model: string): ModelRef => ({
      protocol: this.protocol,
      url: this.url.trim(),
      model: model.trim(),
    });
    const fast = at(this.fast || this.strong);
    return { proposal: at(this.strong), expansion: fast, finalization: fast };
  }

  get configuration(): Configuration {
    return { ...($state.snapshot(this.draft) as Configuration), models: this.models };
  }

  usePreset(id: string): void {
    const preset = PRESETS.find((one) => one.id === id) ?? (PRESETS[0] as Preset);
    this.preset = preset;
    this.protocol = preset.protocol;
    this.url = preset.url;
    this.strong = preset.models[0] ?? '';
    this.fast = preset.models[1] ?? '';
  }

  useMethod(method: CalledMethod): void {
    this.draft.method = method;
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

  /** Runs the chosen state; what arrives is shown at once. `fresh` makes stored calls again. */
  async run(fresh: boolean): Promise<void> {
    const split = workspace.current;
    if (!split || this.stateId === '') return;
    const { configuration, stateId } = this;
    const id = (this.#ids += 1);
    const title = `Run ${id}: ${configuration.method}, ${configuration.models.proposal.model}`;
    const empty = { ranking: [], tokens: {}, spoke: [], traces: [], text: '', result: null };
    this.runs = [...this.runs.slice(-7), { id, title, stateId, configuration, ...empty }];
    const live = `${crypto.randomUUID()}`;
    const channel = new BroadcastChannel(LIVE_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => {
      if (data.live === live) this.#hear(id, data);
    };
    const done = await this.job.run(async (options) => {
      const recorded = this.source === 'recorded' ? await this.#recordedRun() : null;
      const file = { items: split.items, name: split.itemsName };
      return complementWorker.call(
        'state',
        [{ ...file, ...access.forRun(), stateId, configuration, recorded, fresh, live }],
        options,
      );
    });
    channel.close();
    if (!done) this.runs = this.runs.filter((run) => run.id !== id);
    else
      this.#change(id, (run) => ({
        ...run,
        ...done,
        text: '',
        traces: done.result.traces.map((trace) => ({ trace, stored: done.stored.includes(trace.key) })),
      }));
  }

  #hear(id: number, message: LiveMessage): void {
    if (message.kind === 'prepared') this.#change(id, (run) => ({ ...run, ...message }));
    if (message.kind === 'text') this.#change(id, (run) => ({ ...run, text: message.text }));
    if (message.kind === 'trace')
      this.#change(id, (run) => ({
        ...run,
        text: '',
        traces: [...run.traces, { trace: message.trace, stored: message.stored }],
      }));
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
