import { addressSchema, type ModelRef } from '$lib/complement/config/schema';
import { PRESETS, type Preset } from '$lib/llm/presets';
import type { Draft } from './draft';

const FIRST = PRESETS[0] as Preset;

/** The endpoint of the revisions, where it is not the proposal's: its provider and address. Its key goes by origin. */
export class OtherEndpoint {
  preset: Preset = $state.raw(FIRST);
  url = $state(FIRST.url);

  /** Protocol and address, without a model. */
  get ref(): Omit<ModelRef, 'model'> {
    return { protocol: this.preset.protocol, url: this.url.trim() };
  }

  usePreset(id: string): void {
    this.preset = PRESETS.find((one) => one.id === id) ?? FIRST;
    this.url = this.preset.url;
  }

  /** An address that is none yet, or that could hold a key, is left out. */
  toDraft(): NonNullable<Draft['revisions']> {
    const url = this.url.trim();
    return { preset: this.preset.id, url: addressSchema.safeParse(url).success ? url : '' };
  }

  useDraft({ preset, url }: NonNullable<Draft['revisions']>): void {
    this.usePreset(preset);
    if (url !== '') this.url = url;
  }
}
