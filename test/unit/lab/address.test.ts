import { describe, expect, test } from 'vitest';
import { linkOf, withLink } from '$lib/serbench/lab/share/address';

const at = (rest: string) => new URL(`https://host.test/lab/${rest}`);

describe('the address of a shared draft', () => {
  test('carries it in the fragment, which no host is sent, at any length', () => {
    const link = `1.${'aZ09-_'.repeat(10_000)}`;
    const url = withLink(at(''), link);
    expect(url.search).toBe('');
    expect(url.hash).toBe(`#c=${link}`);
    expect(linkOf(new URL(url.href))).toBe(link);
  });
  test('older links, with the draft in the query, open and move into the fragment', () => {
    const old = at('?from=demo&c=1.abc');
    expect(linkOf(old)).toBe('1.abc');
    expect(withLink(old, '1.abc').href).toBe('https://host.test/lab/?from=demo#c=1.abc');
  });
  test('the fragment goes before the query', () => {
    expect(linkOf(at('?c=1.old#c=1.new'))).toBe('1.new');
  });
  test('an edited draft leaves no link behind, and other fragments stay', () => {
    expect(withLink(at('?from=demo&c=1.old#c=1.new'), null).href).toBe('https://host.test/lab/?from=demo');
    expect(withLink(at('#pool'), null).hash).toBe('#pool');
    expect(linkOf(at('#pool'))).toBeNull();
  });
});
