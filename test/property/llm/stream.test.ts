import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventReader } from '$lib/llm/stream/events';
import { LineReader } from '$lib/llm/stream/lines';

/** Splits bytes at the given places. */
function chunks(bytes: Uint8Array, cuts: number[]): Uint8Array[] {
  const places = [
    0,
    ...[...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b),
    bytes.length,
  ];
  return places.slice(1).map((end, index) => bytes.slice(places[index], end));
}

const line = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ''));

it('reads the same lines wherever the bytes are split', () => {
  fc.assert(
    fc.property(
      fc.array(line),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat()),
      (lines, end, cuts) => {
        const bytes = new TextEncoder().encode(lines.map((text) => text + end).join(''));
        const reader = new LineReader();
        const read = chunks(bytes, cuts).flatMap((chunk) => reader.push(chunk));
        expect([...read, ...reader.end()]).toEqual(
          lines.map((text) => new TextDecoder().decode(new TextEncoder().encode(text + '|')).slice(0, -1)),
        );
      },
    ),
  );
});

it('reads the same events wherever the bytes are split, with and without a last blank line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.json(), { minLength: 1 }),
      fc.array(fc.nat()),
      fc.boolean(),
      (events, cuts, blank) => {
        const text =
          events.map((event) => `: comment\nevent: x\ndata: ${event}`).join('\n\n') + (blank ? '\n\n' : '');
        const reader = new EventReader('sse');
        const read = chunks(new TextEncoder().encode(text), cuts).flatMap((chunk) => reader.push(chunk));
        expect([...read, ...reader.end()]).toEqual(events);
      },
    ),
  );
});
