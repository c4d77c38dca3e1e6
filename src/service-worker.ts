/// <reference types="@sveltejs/kit" />
/// <reference lib="webworker" />
import { base, build, files, prerendered, version } from '$service-worker';
import { answerVersion, askVersion, PAGE_STARTED, SKIP_WAITING } from '$lib/offline/messages';
import { sealed, stateOf } from '$lib/offline/seal';
import { foreignFiles, isBuilt, isHtml } from '$lib/offline/whole';

/**
 * Offline after the first visit. The shell (pages, scripts, styles, small files) is fetched at install; heavy
 * files (wasm here, models in their own store) are kept when they are first used. Nothing of another origin is
 * ever touched, and no answer is kept unless it is a complete 200 of the type asked for.
 *
 * An update is all or nothing: it is fetched past every HTTP cache, refused when a page of another version comes
 * with it (and tried again at the next visit), and the files of the version before stay while a tab of it is open.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const shellOf = (name: string) => `shell-${name}`;
const SHELL = shellOf(version);
/** Survives updates: names of built files carry their hash, models their folder's version. */
const HEAVY = 'heavy-1';
const NOT_FOUND = `${base}/404.html`;

const heavy = (path: string) => path.endsWith('.wasm') || path.includes('/models/');
const pages = new Set(prerendered);
/** Read by the host itself, which need not give it to anyone. */
const forHost = (path: string) => path === `${base}/_headers`;
const shell = [...build, ...files, ...prerendered].filter((path) => !heavy(path) && !forHost(path));
const known = new Set([...build, ...files]);
const ofBuild = new Set(build);
/** Fetched at once at install: a browser opens no more connections to a host anyway. */
const AT_ONCE = 8;

/** The host gave another thing than this version's file. */
class NotOurs extends Error {}

/** A file of this version straight from the host; throws when the host gives anything else. */
async function fetchOwn(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'reload' });
  if (response.status !== 200) throw new NotOurs(`The host answers ${path} with ${response.status}.`);
  const page = pages.has(path) || path === NOT_FOUND;
  if (!page && isHtml(response.headers)) {
    throw new NotOurs(`The host answers ${path} with a page of HTML.`);
  }
  if (page) {
    const [foreign] = foreignFiles(await response.clone().text(), ofBuild, base);
    if (foreign) throw new NotOurs(`The host's ${path} is of another version: it asks for ${foreign}.`);
  }
  return sealed(response);
}

async function install(): Promise<void> {
  const cache = await caches.open(SHELL);
  const left = [...shell];
  const fetchNext = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      await cache.put(path, await fetchOwn(path));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  } catch (error) {
    left.length = 0;
    await caches.delete(SHELL);
    throw error;
  }
  // Some hosts do not give this file under its name: only unknown addresses offline miss it then.
  await fetchOwn(NOT_FOUND).then(
    (page) => cache.put(NOT_FOUND, page),
    () => undefined,
  );
}

/** The versions that open tabs are of; null when a tab does not say (it is frozen, or just starting). */
async function versionsInUse(): Promise<Set<string> | null> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const said = await Promise.all(tabs.map(askVersion));
  const names = said.filter((one) => one !== null);
  return names.length === said.length ? new Set(names) : null;
}

/** Removes what no open tab needs. */
async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== SHELL);
  const inUse = await versionsInUse();
  // A version that waits has its shell too, and no tab of it yet.
  if (inUse === null || worker.registration.waiting || worker.registration.installing) return;
  const needed = old.filter((name) => [...inUse].some((one) => shellOf(one) === name));
  for (const name of old) if (!needed.includes(name)) await caches.delete(name);
  if (needed.length > 0) return;
  const cache = await caches.open(HEAVY);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (isBuilt(pathname) && !known.has(pathname)) await cache.delete(request);
  }
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (event) => {
  if (answerVersion(event, version)) return;
  if (event.data === SKIP_WAITING) void worker.skipWaiting();
  if (event.data === PAGE_STARTED) event.waitUntil(tidy());
});

/**
 * A page of HTML that a host serves for a missing file must never be kept as that file. Models are kept by the
 * encoders' own store, which checks size and hash; here they would only lie twice.
 */
function keepable(path: string, response: Response): boolean {
  return (
    response.status === 200 &&
    response.type === 'basic' &&
    !isHtml(response.headers) &&
    path.endsWith('.wasm')
  );
}

const HOW = { ignoreSearch: true, ignoreVary: true };
/** Heavy files that were found whole since this worker started: hashing them at every use would cost. */
const checked = new Set<string>();

async function whole(kept: Response, path: string): Promise<boolean> {
  if (checked.has(path)) return true;
  if ((await stateOf(kept)) !== 'whole') return false;
  if (heavy(path)) checked.add(path);
  return true;
}

/** The caches that may hold a path's file. Only built files may be of a version before: their names tell them apart. */
async function places(path: string): Promise<string[]> {
  if (!isBuilt(path)) return [SHELL];
  const names = await caches.keys();
  return [SHELL, HEAVY, ...names.filter((name) => name.startsWith('shell-') && name !== SHELL)];
}

/** Fetches a damaged file anew. When the host has it no more, the whole shell goes: its pages would never start. */
async function mend(path: string, name: string, kept: Response): Promise<Response> {
  try {
    const fresh = await fetchOwn(path);
    const cache = await caches.open(name);
    await cache.put(path, fresh.clone()).catch(() => undefined);
    return fresh;
  } catch (error) {
    // Versions before this one kept files without a hash.
    if (name !== SHELL && (await stateOf(kept)) === 'unsealed') return kept;
    const response = await fetch(path, { cache: 'reload' });
    if (name === SHELL && error instanceof NotOurs) await caches.delete(SHELL);
    return response;
  }
}

/** Offline, an address that is no page gets the site's own page for that. */
async function missing(request: Request, error: unknown): Promise<Response> {
  const cache = await caches.open(SHELL);
  const page = request.mode === 'navigate' ? await cache.match(NOT_FOUND) : undefined;
  if (!page) throw error;
  return new Response(page.body, { status: 404, headers: page.headers });
}

async function answer(request: Request, path: string): Promise<Response> {
  for (const name of await places(path)) {
    const kept = await (await caches.open(name)).match(path, HOW);
    if (kept) return (await whole(kept, path)) ? kept : mend(path, name, kept);
  }
  // A page from the browser's own cache could be of a version whose files are gone.
  const how: RequestInit = request.mode === 'navigate' ? { cache: 'no-cache' } : {};
  const response = await fetch(request, how).catch((error: unknown) => missing(request, error));
  if (keepable(path, response)) {
    const copy = await sealed(response.clone());
    const cache = await caches.open(HEAVY);
    // A full disk must not fail the page: the file is simply fetched again next time.
    await cache.put(path, copy).catch(() => undefined);
  }
  return response;
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const own = url.origin === worker.location.origin && url.pathname.startsWith(`${base}/`);
  if (request.method !== 'GET' || !own || request.headers.has('range')) return;
  event.respondWith(answer(request, url.pathname));
});
