/** Whether JSON carries a value as it is: files and raw bytes in it would come out as empty objects. */
export function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype: unknown = Object.getPrototypeOf(value);
  // An absent part stays absent.
  return (
    prototype === Object.prototype &&
    Object.values(value).every((part) => part === undefined || isPlain(part))
  );
}
