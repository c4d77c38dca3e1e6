import { deflateSync, Inflate } from 'fflate';

/** A link holds at most this much text; more is not read. */
const MOST_TEXT = 256 * 1024;
const PIECE = 8;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function toBase64Url(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = Math.min(4, bytes.length - i + 1);
    for (let d = 0; d < digits; d += 1) out += ALPHABET.charAt((bits >> (18 - 6 * d)) & 63);
  }
  return out;
}

/** The bytes before the first character that is none of the alphabet. */
function fromBase64Url(text: string): { bytes: Uint8Array; clean: boolean } {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return { bytes: Uint8Array.from(bytes), clean: false };
    bits = ((bits << 6) | digit) & 0xffffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 255);
    }
  }
  return { bytes: Uint8Array.from(bytes), clean: true };
}

export const pack = (text: string): string =>
  toBase64Url(deflateSync(new TextEncoder().encode(text), { level: 9 }));

/** As much of the text as can be had; `whole` is false when something was cut off or could not be read. */
export function unpack(packed: string): { text: string; whole: boolean } {
  const { bytes, clean } = fromBase64Url(packed);
  const decoder = new TextDecoder();
  let text = '';
  let ended = false;
  const inflate = new Inflate((chunk, final) => {
    text += decoder.decode(chunk, { stream: true });
    ended ||= final;
  });
  try {
    for (let i = 0; i < bytes.length && text.length <= MOST_TEXT; i += PIECE) {
      inflate.push(bytes.subarray(i, i + PIECE), i + PIECE >= bytes.length);
    }
  } catch {
    ended = false;
  }
  return { text: text.slice(0, MOST_TEXT), whole: clean && ended && text.length <= MOST_TEXT };
}
