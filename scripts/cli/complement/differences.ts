/** One place at which two JSON values differ; what is missing on a side reads "nothing". */
export interface Difference {
  path: string;
  left: string;
  right: string;
}

const isParent = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function print(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The leaves at which two JSON values differ, by path, in the order of the left value's fields. */
export function differences(left: unknown, right: unknown, path = ''): Difference[] {
  if (!isParent(left) || !isParent(right))
    return Object.is(left, right) ? [] : [{ path, left: print(left), right: print(right) }];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) => {
    const of = (value: Record<string, unknown>) => (Object.hasOwn(value, name) ? value[name] : undefined);
    return differences(of(left), of(right), path === '' ? name : `${path}.${name}`);
  });
}
