export type DownloadFault =
  | 'offline-or-cors'
  | 'not-found'
  | 'refused'
  | 'status'
  | 'page-instead'
  | 'cut'
  | 'too-long'
  | 'unpacked'
  | 'wrong-hash';

/** A download that gave nothing usable: what happened, and what to do next. */
export class DownloadFailed extends Error {
  override name = 'DownloadFailed';
  constructor(
    readonly fault: DownloadFault,
    message: string,
    /** Whether asking again may go on where it stopped. */
    readonly resumable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const BY_HAND = 'Or fetch the file by hand from the release’s page and drop it here.';

export const failures = {
  network: (host: string, cause: unknown, have: number) =>
    new DownloadFailed(
      'offline-or-cors',
      `${host} gave no answer that this page may read: no connection, or the host does not allow other sites (CORS). Check the connection and ask again. ${BY_HAND}`,
      have > 0,
      { cause },
    ),
  status: (host: string, path: string, status: number) => {
    if (status === 404)
      return new DownloadFailed('not-found', `${host} has no ${path} (HTTP 404). ${BY_HAND}`, false);
    if (status === 401 || status === 403 || status === 429)
      return new DownloadFailed(
        'refused',
        `${host} refused ${path} (HTTP ${status}); hosts do so after many requests. Ask again in some minutes. ${BY_HAND}`,
        true,
      );
    return new DownloadFailed(
      'status',
      `${host} answered HTTP ${status} for ${path}. Ask again later. ${BY_HAND}`,
      true,
    );
  },
  page: (host: string, path: string) =>
    new DownloadFailed(
      'page-instead',
      `${host} sent a web page instead of ${path}: a login page or a proxy stands between. ${BY_HAND}`,
      false,
    ),
  /** `held.stored` says whether what has arrived outlives the page. */
  cut: ({ path, bytes }: { path: string; bytes: number }, held: { size: number; stored: boolean }) =>
    new DownloadFailed(
      'cut',
      `The connection broke at ${held.size} of ${bytes} bytes of ${path}. Ask again: what has arrived is kept${
        held.stored ? '' : ' while this page is open'
      }.`,
      true,
    ),
  tooLong: (path: string, bytes: number) =>
    new DownloadFailed(
      'too-long',
      `${path} is longer than the release's ${bytes} bytes: it is another file.`,
      false,
    ),
  unpacked: (host: string, path: string) =>
    new DownloadFailed(
      'unpacked',
      `${host} unpacks ${path} on the way (it sends it with "Content-Encoding: gzip"), so that its size and SHA-256 cannot be those of the release. Take a mirror that sends the file as it is. ${BY_HAND}`,
      false,
    ),
  hash: (path: string, expected: string, found: string) =>
    new DownloadFailed(
      'wrong-hash',
      `${path} is not the released file: its SHA-256 is ${found}, not ${expected}. Nothing of it was used. ${BY_HAND}`,
      false,
    ),
};
