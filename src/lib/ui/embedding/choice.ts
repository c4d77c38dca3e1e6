import { CATALOG, catalogEntry } from '$lib/embedding/catalog';
import type { FolderFile } from '$lib/embedding/files/folder';
import { PUBLIC_HUB } from '$lib/embedding/files/hub';
import type { OpenRequest } from '$lib/embedding/host/request';
import type { Device, Dtype } from '$lib/embedding/transformer/settings';

/** What the picker's controls hold. */
export interface Choice {
  /** A catalog id, `hub`, `folder` or `endpoint`. */
  model: string;
  hubId: string;
  revision: string;
  hub: string;
  folder: FolderFile[];
  dtype: Dtype;
  device: Device;
}

export const firstChoice = (): Choice => ({
  model: CATALOG[0]?.id ?? 'hub',
  hubId: '',
  revision: 'main',
  hub: PUBLIC_HUB,
  folder: [],
  dtype: 'int8',
  device: 'wasm',
});

const root = (hub: string) => hub.replace(/\/+$/, '');

/** The request that a choice stands for. A folder or hub id of a model that the catalog knows takes its settings. */
export function requestOf(choice: Choice, base: string): OpenRequest {
  const { dtype, device } = choice;
  const purpose = 'vectors';
  if (choice.model === 'folder') {
    const name = choice.folder[0]?.path.split('/')[0] ?? '';
    const entry = catalogEntry(name)?.id ?? null;
    return { purpose, origin: { kind: 'folder', files: choice.folder }, entry, dtype, device };
  }
  if (choice.model === 'hub') {
    const id = choice.hubId.trim();
    const entry = CATALOG.find((one) => one.hub === id)?.id ?? null;
    const revision = choice.revision.trim() || 'main';
    return { purpose, origin: { kind: 'hub', id, revision, hub: root(choice.hub) }, entry, dtype, device };
  }
  const entry = catalogEntry(choice.model);
  if (entry === undefined) throw new Error(`No model "${choice.model}" in the catalog.`);
  // Only the int8 files are vendored; other weights of the same model come from the hub.
  if (entry.vendored && (entry.kind === 'static' || dtype === 'int8')) {
    return { purpose, origin: { kind: 'site', base, model: entry.id }, entry: entry.id, dtype, device };
  }
  return {
    purpose,
    origin: { kind: 'hub', id: entry.hub, revision: 'main', hub: root(choice.hub) },
    entry: entry.id,
    dtype,
    device,
  };
}

/** The dtypes that a choice can have. */
export function dtypesOf(model: string): Dtype[] {
  const entry = catalogEntry(model);
  if (model === 'endpoint') return [];
  if (entry === undefined) return ['int8', 'fp16', 'fp32', 'q4'];
  return entry.kind === 'static' ? [] : (Object.keys(entry.sizes) as Dtype[]);
}
