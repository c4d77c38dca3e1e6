/** Bytes that a kept value is about, as JSON and raw bytes count; the browser may need less or more. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Blob) return value.size;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = 0;
  for (const [key, part] of Object.entries(value)) sum += key.length + sizeOf(part);
  return sum;
}
