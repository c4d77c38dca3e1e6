/** Why the browser's storage refused. */
export type StorageFault = 'quota' | 'unavailable' | 'newer-schema' | 'failed';

/** A refusal of the browser's storage, with what the user can do next. The work itself goes on in memory. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
  constructor(
    readonly fault: StorageFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const named = (error: unknown): string => (error instanceof Error ? error.name : '');

function describe(error: unknown): [StorageFault, string] {
  switch (named(error)) {
    case 'QuotaExceededError':
      return [
        'quota',
        'The browser gives this site no more room. Nothing was written; download what you need, or free some on the storage page.',
      ];
    case 'VersionError':
      return [
        'newer-schema',
        'The stored data was written by a newer version of this site. Reload the page to get that version.',
      ];
    case 'SecurityError':
    case 'InvalidStateError':
    case 'UnknownError':
    case 'NotFoundError':
      return [
        'unavailable',
        'The browser does not give this page its storage (a private window, or blocked site data). Everything works, but nothing is kept.',
      ];
    default: {
      const detail = error instanceof Error ? error.message : String(error);
      return ['failed', `The browser's storage failed: ${detail}`];
    }
  }
}

export function storageFailed(error: unknown): StorageFailed {
  if (error instanceof StorageFailed) return error;
  const [fault, message] = describe(error);
  return new StorageFailed(fault, message, { cause: error });
}
