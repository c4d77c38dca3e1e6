import type { SplitRecord } from '../schema';

/** The files of a split. */
export type Part = 'items' | 'labels';

/** Reads the last byte: a Blob whose file the browser has evicted is still listed, and fails only when read. */
export async function readable(blob: Blob): Promise<boolean> {
  try {
    const end = await blob.slice(Math.max(0, blob.size - 1)).arrayBuffer();
    return end.byteLength === Math.min(1, blob.size);
  } catch {
    return false;
  }
}

/** The files of a kept split that the browser has evicted: gone, or empty, which no split's file is. */
export async function lostParts({ items, labels }: SplitRecord): Promise<Part[]> {
  const lost = async (blob: Blob) => blob.size === 0 || !(await readable(blob));
  const [noItems, noLabels] = await Promise.all([lost(items), labels === null ? false : lost(labels)]);
  return [...(noItems ? (['items'] as const) : []), ...(noLabels ? (['labels'] as const) : [])];
}

/** What is lost of a split, what still works, and what to do. */
export function lostMessage(split: SplitRecord, parts: readonly Part[]): string {
  const names = parts.map((part) => (part === 'items' ? split.itemsName : (split.labelsName ?? 'labels')));
  const again =
    split.kind === 'file'
      ? 'Drop the same file again on the Data page'
      : split.kind === 'release'
        ? 'Fetch it again on the Data page, or drop the file there'
        : 'Open the demo again';
  return `This browser no longer has the ${parts.join(' and ')} of ${split.label} (${names.join(', ')}): it has deleted or damaged what this site kept. ${again}; the runs over it are still there.`;
}
