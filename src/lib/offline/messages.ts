/** Page to worker: take over now (sent to a version that waits). */
export const SKIP_WAITING = 'skip-waiting';
/** Page to worker: this page has started; what no page needs any more can go. */
export const PAGE_STARTED = 'page-started';
/** Either side to the other, with a port: which version are you? Answered with the version's name. */
export const ASK_VERSION = 'version?';

/** How long an answer is waited for, ms. A frozen tab gives none. */
const PATIENCE_MS = 2000;

/** Asks a page or the service worker for its version; null when it says nothing. */
export function askVersion(other: {
  postMessage(message: unknown, transfer: Transferable[]): void;
}): Promise<string | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const done = (said: string | null) => {
      clearTimeout(timer);
      port1.close();
      resolve(said);
    };
    const timer = setTimeout(() => done(null), PATIENCE_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => done(typeof data === 'string' ? data : null);
    other.postMessage(ASK_VERSION, [port2]);
  });
}

/** Answers `askVersion`; false when the message is something else. */
export function answerVersion(
  event: { readonly data: unknown; readonly ports: readonly MessagePort[] },
  version: string,
): boolean {
  if (event.data !== ASK_VERSION) return false;
  event.ports[0]?.postMessage(version);
  return true;
}
