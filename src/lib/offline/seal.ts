import { sha256 } from '$lib/data/hash';

/** The header under which a kept file carries the SHA-256 (hex) of its body. */
const SEAL = 'x-kept-sha256';

const digest = (body: ArrayBuffer): Promise<string> => sha256(new Uint8Array(body));

/** A complete answer as it is put into a cache: with its hash, and free of what only held for the transport. */
export async function sealed(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  headers.set('content-length', String(body.byteLength));
  headers.set(SEAL, await digest(body));
  return new Response(body, { status: 200, headers });
}

/** Whether a kept file still is what was put in; `unsealed`: it carries no hash, so nobody knows. */
export async function stateOf(kept: Response): Promise<'whole' | 'damaged' | 'unsealed'> {
  const seal = kept.headers.get(SEAL);
  if (seal === null) return 'unsealed';
  try {
    return (await digest(await kept.clone().arrayBuffer())) === seal ? 'whole' : 'damaged';
  } catch {
    // A file that the disk cannot give back any more.
    return 'damaged';
  }
}
