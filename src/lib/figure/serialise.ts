const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// Control characters other than tab and line ends have no place in XML at all.
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter).replace(control, '\uFFFD');

const byName = (a: Attr, b: Attr): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/**
 * An element as XML: attributes sorted by name, two spaces a level, text elements on one line. The same bytes
 * from a browser's tree and from Node's.
 */
export function serialise(element: Element, depth = 0): string {
  const pad = '  '.repeat(depth);
  const attributes = [...element.attributes]
    .sort(byName)
    .map(({ name, value }) => ` ${name}="${escape(value)}"`);
  const open = `${pad}<${element.localName}${attributes.join('')}`;
  const children = [...element.childNodes].filter((child) => child.nodeType === 1 || child.nodeType === 3);
  if (children.length === 0) return `${open}/>\n`;
  const inline = children.some((child) => child.nodeType === 3);
  const inner = children.map((child) => {
    if (child.nodeType === 3) return escape(child.textContent ?? '');
    const text = serialise(child as Element, inline ? 0 : depth + 1);
    return inline ? text.trimEnd() : text;
  });
  return inline
    ? `${open}>${inner.join('')}</${element.localName}>\n`
    : `${open}>\n${inner.join('')}${pad}</${element.localName}>\n`;
}
