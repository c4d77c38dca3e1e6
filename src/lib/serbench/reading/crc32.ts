const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let c = byte;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c >>> 0;
});

/** The CRC-32 of gzip (RFC 1952), continued from `crc` (0 at the start). */
export function crc32(bytes: Uint8Array, crc = 0): number {
  let c = ~crc;
  for (const byte of bytes) c = (c >>> 8) ^ (TABLE[(c ^ byte) & 0xff] ?? 0);
  return ~c >>> 0;
}
