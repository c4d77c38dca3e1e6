import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { supervise } from '$lib/worker/supervise';
import { server, type OverlayApi } from '$workers/overlay.worker';

it('the overlay worker answers over a port, and tells of faulty labels', async () => {
  const worker = supervise<OverlayApi>(() => server.connect(), { name: 'overlay' });
  const blob = (name: string) => new Blob([readFileSync(`static/demo/${name}`)]);
  const files = {
    items: blob('items.jsonl'),
    itemsName: 'items.jsonl',
    labels: blob('labels.jsonl'),
    labelsName: 'labels.jsonl',
  };
  const bounds = await worker.call('ownBounds', [files]);
  expect(bounds.map(({ k }) => k)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
  const broken = { labels: new Blob(['{"state_id": 5}\n']), labelsName: 'mine.jsonl', runs: [] };
  await expect(worker.call('scoreOwnRuns', [broken])).rejects.toThrow('mine.jsonl has');
  worker.dispose();
});
