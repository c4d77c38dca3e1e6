const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 as zip has it (reflected, polynomial 0xedb88320) of bytes that follow those of `before`; 0..2^32 - 1. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = before ^ -1;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ -1) >>> 0;
}
