import { describe, expect, it } from 'vitest';
import type { Encoder } from '$lib/embedding/encoder';
import { encoderName, isSiteEncoder } from '$lib/llm/run/encoder-name';
import { encodersFor } from '$lib/llm/run/encoders';
import { offerEncoder, PortEncoder } from '$lib/llm/run/port-encoder';
import { quietTask } from '$lib/serbench/task';

const identity = { model: 'owner/name', revision: 'abc123', dtype: 'int8', how: 'cls@512' };

/** The vector of a text: its length, and 1 for a query. */
const lengths = (over: Partial<Encoder> = {}): Encoder => ({
  identity,
  dimensions: 2,
  prefix: { query: '', document: '' },
  encode: (texts, kind) =>
    Promise.resolve({
      vectors: Float32Array.from(texts.flatMap((text) => [text.length, kind === 'query' ? 1 : 0])),
      dimensions: 2,
      tokens: null,
      cut: 0,
    }),
  dispose: () => Promise.resolve(),
  ...over,
});

describe('an encoder of the page, used by a run', () => {
  it('gives the vectors of the encoder, also to calls at once', async () => {
    const { link, close } = offerEncoder('n', lengths());
    const encoder = new PortEncoder(link);
    const all = await Promise.all([
      encoder.encode(['a', 'bcd'], 'document', quietTask()),
      encoder.encode(['ef'], 'query', quietTask()),
    ]);
    expect(all.map(({ vectors }) => [...vectors])).toEqual([
      [1, 0, 3, 0],
      [2, 1],
    ]);
    expect([encoder.identity, encoder.dimensions]).toEqual([identity, 2]);
    close();
  });

  it('reads one ask after another, also after one that failed', async () => {
    let at = 0;
    let most = 0;
    let asks = 0;
    const slow = lengths({
      encode: async (texts) => {
        at += 1;
        most = Math.max(most, at);
        await new Promise((resolve) => setTimeout(resolve, 2));
        at -= 1;
        asks += 1;
        if (asks === 1) throw new Error('once');
        return { vectors: new Float32Array(texts.length * 2), dimensions: 2, tokens: null, cut: 0 };
      },
    });
    const { link, close } = offerEncoder('n', slow);
    const encoder = new PortEncoder(link);
    const ends = await Promise.allSettled(
      ['a', 'b', 'c'].map((one) => encoder.encode([one], 'query', quietTask())),
    );
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect([most, asks]).toEqual([1, 3]);
    close();
  });

  it('tells in the encoder’s own words why there are no vectors', async () => {
    const failing = lengths({ encode: () => Promise.reject(new Error('HTTP 402: no credit.')) });
    const { link, close } = offerEncoder('n', failing);
    await expect(new PortEncoder(link).encode(['a'], 'query', quietTask())).rejects.toThrow(
      'owner/name gave no vectors: HTTP 402: no credit.',
    );
    close();
  });

  it('refuses vectors that do not fit the texts', async () => {
    const { link, close } = offerEncoder('n', lengths({ dimensions: 3 }));
    await expect(new PortEncoder(link).encode(['a'], 'query', quietTask())).rejects.toThrow(
      /2 numbers for 1/,
    );
    close();
  });

  it('hands a cancel to the encoder', async () => {
    let stopped: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => (stopped = resolve));
    const slow = lengths({
      encode: (_texts, _kind, { signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            stopped();
            reject(new Error('stopped'));
          }),
        ),
    });
    const { link, close } = offerEncoder('n', slow);
    const control = new AbortController();
    const call = new PortEncoder(link).encode(['a'], 'query', quietTask(control.signal));
    setTimeout(() => control.abort(new Error('enough')), 5);
    await expect(call).rejects.toThrow('enough');
    await seen;
    close();
  });

  it('serves its own name only; another that is not of the site is named, with what to do', async () => {
    const { link, close } = offerEncoder('mine', lengths());
    const encoders = encodersFor('https://site.example/', link, quietTask());
    expect((await encoders('mine')).identity).toEqual(identity);
    await expect(encoders('other@r1, fp32, mean@256')).rejects.toThrow(
      /needs the encoder "other@r1, fp32, mean@256", and the open one is "mine"\. Open it/,
    );
    await expect(encodersFor('https://site.example/', null, quietTask())('<b>x')).rejects.toThrow(
      /"<b>x", and no other encoder is open/,
    );
    close();
  });
});

describe('an encoder’s name in a configuration', () => {
  const none = { query: '', document: '' };
  it('differs with all that its vectors depend on, and is none of the site’s', () => {
    const names = [
      encoderName({ identity, prefix: none }),
      ...(['model', 'revision', 'dtype', 'how'] as const).map((field) =>
        encoderName({ identity: { ...identity, [field]: 'other' }, prefix: none }),
      ),
      encoderName({ identity, prefix: { ...none, query: 'query: ' } }),
      encoderName({ identity, prefix: { ...none, document: 'query: ' } }),
    ];
    expect(new Set(names).size).toBe(7);
    expect(names[0]).toBe('owner/name@abc123, int8, cls@512');
    expect(names.some(isSiteEncoder)).toBe(false);
    expect(['complement-static-256', 'bge-small-en-v1.5', 'bge-base-en-v1.5'].map(isSiteEncoder)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
