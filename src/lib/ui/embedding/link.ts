import { CATALOG, catalogEntry } from '$lib/embedding/catalog';
import { isHubId, PUBLIC_HUB } from '$lib/embedding/files/hub';
import { firstChoice, type Choice } from './choice';

const DEVICES = ['wasm', 'webgpu'] as const;
const DTYPES = ['fp32', 'fp16', 'int8', 'q4'] as const;

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T =>
  list.some((one) => one === text);

/** A hub that a link may name: HTTPS, or this machine. */
function hubOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, origin, pathname, username } = new URL(text);
  const local = hostname === 'localhost' || hostname === '127.0.0.1';
  if (username !== '' || (protocol !== 'https:' && !(protocol === 'http:' && local))) return null;
  return origin + (pathname === '/' ? '' : pathname.replace(/\/+$/, ''));
}

/** The parts of the link that name an open model; a folder or an endpoint cannot be in a link: all null. */
export function printModelLink(choice: Choice | null): Record<string, string | null> {
  const none = { model: null, revision: null, hub: null, dtype: null, device: null };
  if (choice === null || choice.model === 'folder' || choice.model === 'endpoint') return none;
  const first = firstChoice();
  const hub = choice.model === 'hub';
  const unless = (value: string, initial: string) => (value === initial ? null : value);
  const sized = hub || catalogEntry(choice.model)?.kind === 'transformer';
  return {
    model: hub ? choice.hubId.trim() : choice.model,
    revision: hub ? unless(choice.revision.trim() || 'main', first.revision) : null,
    hub: hub ? unless(hubOf(choice.hub) ?? first.hub, PUBLIC_HUB) : null,
    dtype: sized ? unless(choice.dtype, first.dtype) : null,
    device: sized ? unless(choice.device, first.device) : null,
  };
}

/** The model that a link names, for the picker to start with; nothing is opened or asked of anyone by reading it. */
export function readModelLink(query: URLSearchParams): { choice: Choice | null; dropped: string[] } {
  const dropped: string[] = [];
  const name = query.get('model');
  if (name === null) return { choice: null, dropped };
  const known = CATALOG.some(({ id }) => id === name);
  if (!known && !isHubId(name)) return { choice: null, dropped: [`model "${name}"`] };
  const choice = { ...firstChoice(), model: known ? name : 'hub', hubId: known ? '' : name };
  const dtype = query.get('dtype');
  if (dtype !== null && isOneOf(DTYPES, dtype)) choice.dtype = dtype;
  else if (dtype !== null) dropped.push(`dtype "${dtype}"`);
  const device = query.get('device');
  if (device !== null && isOneOf(DEVICES, device)) choice.device = device;
  else if (device !== null) dropped.push(`device "${device}"`);
  const revision = query.get('revision');
  if (revision !== null && /^[\w./-]{1,100}$/.test(revision)) choice.revision = revision;
  else if (revision !== null) dropped.push(`revision "${revision}"`);
  const hub = query.get('hub');
  const url = hub === null ? null : hubOf(hub);
  if (url !== null) choice.hub = url;
  else if (hub !== null) dropped.push(`hub "${hub}"`);
  return { choice, dropped };
}
