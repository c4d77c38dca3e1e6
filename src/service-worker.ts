/// <reference types="@sveltejs/kit" />
/// <reference lib="webworker" />
import { base, build, files, prerendered, version } from '$service-worker';

/**
 * Offline after the first visit. The shell (pages, scripts, styles, small files) is fetched at install; heavy
 * files (wasm here, models in their own store) are kept when they are first used. Nothing of another origin is
 * ever touched, and no answer is kept unless it is a complete 200 of the type asked for.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const SHELL = `shell-${version}`;
/** Survives updates: names of built files carry their hash, models their folder's version. */
const HEAVY = 'heavy-1';

const heavy = (path: string) => path.endsWith('.wasm') || path.includes('/models/');
const shell = [...build, ...files, ...prerendered].filter((path) => !heavy(path));
const known = new Set([...build, ...files]);

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(shell)));
});

worker.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('shell-') && name !== SHELL) await caches.delete(name);
    }
    const cache = await caches.open(HEAVY);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (pathname.includes('/immutable/') && !known.has(pathname)) await cache.delete(request);
    }
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') void worker.skipWaiting();
});

/**
 * A page of HTML that a host serves for a missing file must never be kept as that file. Models are kept by the
 * encoders' own store, which checks size and hash; here they would only lie twice.
 */
function keepable(path: string, response: Response): boolean {
  const html = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return response.status === 200 && response.type === 'basic' && !html && path.endsWith('.wasm');
}

async function answer(request: Request, path: string): Promise<Response> {
  const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (keepable(path, response)) {
    const copy = response.clone();
    const cache = await caches.open(HEAVY);
    // A full disk must not fail the page: the file is simply fetched again next time.
    await cache.put(request, copy).catch(() => undefined);
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
