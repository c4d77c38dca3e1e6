export type Address = { ok: true; local: boolean } | { ok: false; message: string };

/**
 * Whether a page may call an address at all: the site's policy allows https anywhere and http on this machine
 * (`localhost`, `127.0.0.1`) only. An empty origin is no page (Node): everything goes.
 */
export function mayCall(url: string, pageOrigin: string): Address {
  if (!URL.canParse(url))
    return { ok: false, message: `"${url}" is no absolute URL. It should look like https://host/v1.` };
  const { protocol, hostname, host, username, search } = new URL(url);
  if (username || search) return { ok: false, message: 'The base URL must hold no user name, key or query.' };
  const local = hostname === 'localhost' || hostname === '127.0.0.1';
  if (pageOrigin === '' || protocol === 'https:' || (protocol === 'http:' && local))
    return { ok: true, local };
  if (protocol === 'http:')
    return {
      ok: false,
      message: `${pageOrigin} may call http only on this machine. For ${host} use https, or forward it: ssh -L 11434:${host} and then http://127.0.0.1:11434.`,
    };
  return { ok: false, message: `${protocol} cannot be called; use https.` };
}
