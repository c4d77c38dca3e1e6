import { describe, expect, test } from 'vitest';
import { Keeper } from '$lib/data/ingest/keeper';
import { IngestService } from '$lib/data/ingest/service';
import { quietTask } from '$lib/serbench/task';
import { golden } from '../../support/split';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('what is kept', () => {
  test.each([1, 7, 1000])('comes out whole, by name and in order, at a limit of %i bytes', async (limit) => {
    const keeper = new Keeper(limit);
    const expected: Record<string, string> = { a: '', b: '', c: '' };
    for (let i = 0; i < 50; i += 1) {
      const name = 'abc'[i % 3]!;
      expected[name] += `${i},`;
      keeper.add(name, bytes(`${i},`));
      expect(keeper.size(name)).toBe(expected[name]!.length);
    }
    for (const [name, text] of Object.entries(expected)) {
      const blob = keeper.take(name);
      expect(blob.size).toBe(text.length);
      expect(await blob.text()).toBe(text);
      expect(keeper.size(name)).toBe(0);
    }
  });

  test('nothing kept is an empty Blob', () => {
    expect(new Keeper().take('none').size).toBe(0);
  });
});

describe('the reading service', () => {
  const { items, labels } = golden('scorer');
  const files = {
    splitKey: 'k',
    items: new Blob([items]),
    itemsName: 'items',
    itemsSha256: '',
    labels: new Blob([labels]),
    labelsName: 'labels',
  };

  test('gives the head at once and the content once, by its ticket', async () => {
    const service = new IngestService();
    const read = await service.prepare(quietTask(), files);
    if (!read.ok) throw new Error('The split was refused.');
    expect(read.head.summaries.length).toBeGreaterThan(0);
    const { text, tables } = await service.content(quietTask(), read.ticket);
    expect(text.size).toBe(read.head.summaries.at(-1)!.end);
    expect(tables.find(({ name }) => name === 'states')?.rows).toBe(read.head.summaries.length);
    expect(() => service.content(quietTask(), read.ticket)).toThrow('load it again');
  });

  test('holds nothing of files with faults', async () => {
    const service = new IngestService();
    const read = await service.prepare(quietTask(), { ...files, items: new Blob(['{']) });
    expect(read.ok).toBe(false);
    expect(() => service.content(quietTask(), 1)).toThrow('load it again');
  });

  test('an engine that never gives the batches back does not hold the content for ever', async () => {
    const service = new IngestService();
    const { port1, port2 } = new MessageChannel();
    const read = await service.prepare(quietTask(), files, { tables: port1 });
    if (!read.ok) throw new Error('The split was refused.');
    const stop = new AbortController();
    const content = service.content(quietTask(stop.signal), read.ticket);
    stop.abort();
    await expect(content).rejects.toMatchObject({ name: 'AbortError' });
    port2.close();
  });
});
