import { describe, expect, test } from 'vitest';
import type { Batch } from '$lib/data/arrow/batch-writer';
import { BatchSender, receiveBatches, type BatchTaken } from '$lib/data/ingest/batch-port';

const never = new AbortController().signal;
const batch = (value: number, length = 10): Batch => ({
  table: 't',
  rows: 1,
  bytes: new Uint8Array(length).fill(value),
});

describe('batches on their way to DuckDB', () => {
  test('arrive in order, come back in order, and the row counts end it', async () => {
    const { port1, port2 } = new MessageChannel();
    const back: BatchTaken[] = [];
    const sender = new BatchSender(port1, (taken) => back.push(taken));
    const seen: number[] = [];
    const received = receiveBatches(port2, never, (_, bytes) => seen.push(bytes[0]!));
    for (const value of [1, 2, 3]) {
      const sent = batch(value);
      sender.send(sent);
      expect(sent.bytes).toHaveLength(0);
    }
    sender.end([['t', 3]]);
    expect(await received).toEqual([['t', 3]]);
    await sender.drained(never);
    expect(seen).toEqual([1, 2, 3]);
    expect(back.map(({ table, bytes }) => [table, bytes.length, bytes[9]])).toEqual([
      ['t', 10, 1],
      ['t', 10, 2],
      ['t', 10, 3],
    ]);
  });

  test('a slow engine makes the reader wait: never more than the limit and one batch is on its way', async () => {
    const { port1, port2 } = new MessageChannel();
    const sender = new BatchSender(port1, () => undefined, 25);
    const taken: Uint8Array<ArrayBuffer>[] = [];
    let most = 0;
    port2.onmessage = ({ data }: MessageEvent<BatchTaken>) => {
      taken.push(data.bytes);
      // The engine is busy for some turns of its loop before it gives a batch back.
      let turns = 3;
      const later = () => {
        turns -= 1;
        if (turns > 0) setImmediate(later);
        else port2.postMessage({ table: 't', bytes: data.bytes }, [data.bytes.buffer]);
      };
      setImmediate(later);
    };
    for (let i = 0; i < 20; i += 1) {
      sender.send(batch(i));
      most = Math.max(most, sender.flow.bytes);
      await sender.flow.room(never);
      expect(sender.flow.bytes).toBeLessThan(25);
    }
    await sender.drained(never);
    expect(taken).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(30);
    expect(most).toBeGreaterThan(20);
  });

  test('a wait for an engine that never answers ends with the cancel', async () => {
    const { port1, port2 } = new MessageChannel();
    const stop = new AbortController();
    const sender = new BatchSender(port1, () => undefined, 5);
    sender.send(batch(1));
    const waits = [sender.flow.room(stop.signal), sender.drained(stop.signal)];
    stop.abort();
    for (const wait of waits) await expect(wait).rejects.toMatchObject({ name: 'AbortError' });
    port2.close();
  });

  test('what the engine throws ends the receiving, and so does a cancel', async () => {
    const broken = new MessageChannel();
    const sender = new BatchSender(broken.port1, () => undefined);
    const received = receiveBatches(broken.port2, never, () => {
      throw new Error('out of memory');
    });
    sender.send(batch(1));
    await expect(received).rejects.toThrow('out of memory');
    expect(sender.flow.bytes).toBe(10);
    const gone = receiveBatches(new MessageChannel().port2, AbortSignal.abort(), () => undefined);
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' });
  });
});
