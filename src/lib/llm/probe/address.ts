export type Address = { ok: true; local: boolean } | { ok: false; message: string };

/** Whether a URL's host is this machine: `localhost`, 127.0.0.0/8 or `[::1]`, as the URL parser writes them. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);

/**
 * The names of this machine that a page may call by http: those of `connect-src` in its policy. A policy cannot name
 * `[::1]` (the grammar of its sources has no brackets; browsers drop such a source), nor a range of addresses.
 */
const PAGE_LOOPBACK: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Whether an address may be called: https anywhere, http on this machine only, so that no key and no code crosses a
 * network in clear. `pageOrigin` is empty outside a page (Node). `plainHttp`: the user asked for http to other
 * machines; a page has no such way.
 */
export function mayCall(url: string, pageOrigin: string, plainHttp = false): Address {
  if (!URL.canParse(url))
    return { ok: false, message: `"${url}" is no absolute URL. It should look like https://host/v1.` };
  const { username, password, search } = new URL(url);
  if (username || password || search)
    return { ok: false, message: 'The base URL must hold no user name, key or query.' };
  return inSafety(url, pageOrigin, plainHttp);
}

/** The same for the full URL of one call, which may hold a query. `inPage`: a page's policy holds for the call. */
export function inSafety(
  url: string,
  pageOrigin: string,
  plainHttp = false,
  inPage = pageOrigin !== '',
): Address {
  if (!URL.canParse(url))
    return { ok: false, message: `"${url}" is no absolute URL. It should look like https://host/v1.` };
  const { protocol, hostname, host, port } = new URL(url);
  const local = isLoopback(hostname);
  if (protocol === 'http:' && local && inPage && !PAGE_LOOPBACK.includes(hostname)) {
    const at = port === '' ? '' : `:${port}`;
    return {
      ok: false,
      message: `A page cannot call http://${host}: its policy can name this machine only as localhost and 127.0.0.1. Use http://localhost${at}, or let the server listen on 127.0.0.1 too.`,
    };
  }
  if (protocol === 'https:' || (protocol === 'http:' && (local || (plainHttp && pageOrigin === ''))))
    return { ok: true, local };
  if (protocol !== 'http:') return { ok: false, message: `${protocol} cannot be called; use https.` };
  const who =
    pageOrigin === ''
      ? 'Key and code would cross the network in clear: http goes'
      : `${pageOrigin} may call http`;
  const flag = pageOrigin === '' ? ' If you trust the network in between: --allow-http.' : '';
  return {
    ok: false,
    message: `${who} only on this machine. For ${host} use https, or forward it: ssh -L 11434:${host} and then http://127.0.0.1:11434.${flag}`,
  };
}
