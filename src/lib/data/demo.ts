import type { SplitRecord } from './schema';
import { sha256 } from './hash';

const fetchFile = async (base: string, name: string): Promise<Blob> => {
  const url = `${base}/demo/${name}`;
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`The demo file ${name} did not load (HTTP ${response.status}). Reload the page.`);
  return response.blob();
};

/** The embedded demo: its split, and the text of its predictions file. `base` is the site's base path. */
export async function fetchDemo(base: string, now: Date): Promise<{ split: SplitRecord; predictions: Blob }> {
  const [items, labels, predictions] = await Promise.all(
    ['items.jsonl', 'labels.jsonl', 'predictions.jsonl'].map((name) => fetchFile(base, name)),
  );
  if (!items || !labels || !predictions) throw new Error('The demo is incomplete.');
  const bytes = new Uint8Array(await items.arrayBuffer());
  const split: SplitRecord = {
    key: 'demo',
    label: 'Demo',
    kind: 'demo',
    items,
    itemsName: 'demo/items.jsonl',
    labels,
    labelsName: 'demo/labels.jsonl',
    itemsSha256: await sha256(bytes),
    states: new TextDecoder().decode(bytes).split('\n').filter(Boolean).length,
    addedAt: now.toISOString(),
  };
  return { split, predictions };
}
