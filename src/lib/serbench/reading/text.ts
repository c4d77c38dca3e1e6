/** UTF-8 bytes as text, or the column and the bytes of the first fault. */
export type Decoded = { text: string } | { column: number; bytes: string };

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

export const BYTE_ORDER_MARK = '\ufeff';

/** Decodes strictly; a byte order mark stays in the text. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { text: strict.decode(bytes) };
  } catch {
    const at = firstInvalid(bytes);
    const hex = [...bytes.subarray(at, at + 4)].map((byte) => byte.toString(16).padStart(2, '0'));
    return { column: lenient.decode(bytes.subarray(0, at)).length + 1, bytes: hex.join(' ') };
  }
}

/** The offset of the first byte that no valid prefix reaches: halve until the prefix decodes. */
function firstInvalid(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (validPrefix(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  // The longest such prefix may end inside a sequence that turns out wrong: back to its lead byte.
  while (valid > 0 && !decodes(bytes.subarray(0, valid))) valid -= 1;
  return valid;
}

/** Whether the bytes are valid as far as they go: a cut sequence at the end is no fault yet. */
function validPrefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function decodes(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
