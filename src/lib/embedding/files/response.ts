import { ModelFileError } from '../errors';

/**
 * The body of a host's answer, after a look at status and type: a fallback page of HTML with status 200 is the
 * commonest way in which a wrong file gets into a cache.
 */
export async function bodyOf(
  file: string,
  url: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  let response: Response;
  try {
    response = await fetch(url, { signal, credentials: 'omit' });
  } catch (cause) {
    signal.throwIfAborted();
    const host = new URL(url, globalThis.location.href).host;
    throw new ModelFileError(file, `${host} could not be reached. Check the connection, or open a folder.`, {
      cause,
    });
  }
  if (!response.ok) throw new ModelFileError(file, `the host answered ${response.status} for ${url}.`);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) throw new ModelFileError(file, 'the host sent a web page in its place.');
  if (response.body === null) throw new ModelFileError(file, 'the host sent an empty answer.');
  return response.body;
}
