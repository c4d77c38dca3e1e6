import type { FolderFile } from '$lib/embedding/files/folder';
import { isHubId, PUBLIC_HUB } from '$lib/embedding/files/hub';
import { BROWSER_MODELS } from '$lib/llm/browser/catalog';
import { nameOf, type BrowserOrigin, type BrowserPlan } from '$lib/llm/browser/request';
import { Job } from '$lib/ui/kit/job.svelte';
import { complementWorker } from './client';

/** The model that runs in this browser: where it comes from, what opening it would fetch, whether it is open. */
export class LocalModel {
  place: 'hub' | 'folder' = $state('hub');
  id = $state(BROWSER_MODELS[0]?.id ?? '');
  hub = $state(PUBLIC_HUB);
  folder: FolderFile[] = $state.raw([]);
  /** A plan that waits for the user's yes. */
  plan: BrowserPlan | null = $state.raw(null);
  opened: BrowserPlan | null = $state.raw(null);
  readonly planning = new Job();
  readonly opening = new Job();

  /** Null while nothing sound is chosen. */
  get origin(): BrowserOrigin | null {
    if (this.place === 'folder')
      return this.folder.length > 0 ? { kind: 'folder', files: this.folder } : null;
    const [id, hub] = [this.id.trim(), this.hub.trim().replace(/\/+$/, '')];
    return isHubId(id) && URL.canParse(hub) ? { kind: 'hub', id, revision: 'main', hub } : null;
  }

  /** Its name in the configuration. */
  get name(): string {
    return this.origin === null ? this.id.trim() || 'none' : nameOf(this.origin);
  }

  /** Another model: what is said of the last one no longer holds. */
  changed = (): void => {
    this.planning.cancel();
    this.opening.cancel();
    this.planning.error = null;
    this.opening.error = null;
    this.plan = null;
    this.opened = null;
  };

  /** As on a first visit. */
  reset(): void {
    this.changed();
    this.place = 'hub';
    this.id = BROWSER_MODELS[0]?.id ?? '';
    this.hub = PUBLIC_HUB;
    this.folder = [];
  }

  /** Looks the model up; opens it at once when nothing has to be fetched, else waits for a yes. */
  async ask(): Promise<void> {
    const { origin } = this;
    this.changed();
    if (!origin) return;
    const plan = await this.planning.run((options) => complementWorker.call('planModel', [origin], options));
    if (plan && plan.missing > 0) this.plan = plan;
    else if (plan) await this.open();
  }

  /** Fetches what is missing and opens. */
  async open(): Promise<void> {
    const { origin } = this;
    if (!origin) return;
    this.plan = null;
    this.opened = await this.opening.run((options) => complementWorker.call('openModel', [origin], options));
  }
}
