/** The kept things that pages list, and that another tab may change under them. */
export type Kept = 'splits' | 'runs' | 'settings';

export interface Change {
  store: Kept;
  /** From another tab. */
  elsewhere: boolean;
}

const CHANNEL = 'complement-changes';
const listeners = new Set<(change: Change) => void>();
let channel: BroadcastChannel | null = null;

const stores: readonly string[] = ['splits', 'runs', 'settings'] satisfies Kept[];
const isKept = (value: unknown): value is Kept => typeof value === 'string' && stores.includes(value);

function open(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: MessageEvent<unknown>) => {
    const store = event.data;
    if (isKept(store)) tell({ store, elsewhere: true });
  };
  return channel;
}

function tell(change: Change): void {
  for (const listener of listeners) listener(change);
}

/** Says that a store was written, to this page's listeners and to other tabs. */
export function announce(store: Kept): void {
  tell({ store, elsewhere: false });
  open().postMessage(store);
}

/** Hears of writes here and in other tabs; the returned function stops it. */
export function onChange(listener: (change: Change) => void): () => void {
  open();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
