// The headers that a `_headers` file (Netlify, Cloudflare Pages) gives to a path, so that the local server sends what the
// hosts send: lines that begin at the margin are path patterns (`*` = anything), indented ones `Name: value`.

/** @typedef {{ pattern: RegExp, headers: [name: string, value: string][] }} Rule */

/**
 * Reads the text of a `_headers` file; throws at a line that is neither a pattern, a header nor a comment.
 * @param {string} text
 * @returns {Rule[]}
 */
export function readHeaderRules(text) {
  /** @type {Rule[]} */
  const rules = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const rule = rules.at(-1);
    const [, name, value] = /^\s+([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (/^\//.test(line)) rules.push({ pattern: patternOf(line.trim()), headers: [] });
    else if (rule && name !== undefined && value !== undefined) rule.headers.push([name, value]);
    else
      throw new Error(`_headers, line ${index + 1}: neither a path nor a "Name: value" below one: ${line}`);
  }
  return rules;
}

/** @param {string} path */
function patternOf(path) {
  const parts = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/**
 * The headers for a path below the site's root; rules that name one header twice add up, as on those hosts.
 * @param {readonly Rule[]} rules
 * @param {string} path begins with a slash
 * @returns {Record<string, string>}
 */
export function headersFor(rules, path) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const { pattern, headers } of rules)
    if (pattern.test(path))
      for (const [name, value] of headers) {
        const key = name.toLowerCase();
        found[key] = key in found ? `${found[key]}, ${value}` : value;
      }
  return found;
}
