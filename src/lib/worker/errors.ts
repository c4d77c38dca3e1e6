/** Everything that the bridge itself can reject a call with. `name` is stable; tell errors apart by class here. */
export class BridgeError extends Error {
  override name = 'BridgeError';
  constructor(
    message: string,
    /** The worker's name, as given to `supervise`. */
    readonly worker: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The worker died, threw outside a call, or ended by itself. The next call starts a new one. */
export class WorkerCrashed extends BridgeError {
  override name = 'WorkerCrashed';
}

/** The worker died before it was ready. Not remembered: the next call tries again. */
export class WorkerStartFailed extends WorkerCrashed {
  override name = 'WorkerStartFailed';
}

/** A message could not be read on one of the two sides, so nobody knows which call it belonged to. */
export class MessageUnreadable extends BridgeError {
  override name = 'MessageUnreadable';
}

/** The worker was ended on purpose (disposed, or ended to cancel another call); this call did nothing wrong. */
export class WorkerTerminated extends BridgeError {
  override name = 'WorkerTerminated';
}

/** The call's own signal was aborted; `cause` is the signal's reason. */
export class CallCancelled extends BridgeError {
  override name = 'CallCancelled';
}

/** An argument or a result cannot cross between threads. The worker lives on. */
export class CallUnserializable extends BridgeError {
  override name = 'CallUnserializable';
}

/** Whether an error only says that the user stopped the work: nothing to show then. */
export const isCancel = (error: unknown): boolean =>
  error instanceof CallCancelled || (error instanceof DOMException && error.name === 'AbortError');
