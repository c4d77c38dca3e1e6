/**
 * What makes one version of the site whole. A build's files are named by their content (`_app/immutable/…`), its
 * pages are not: a host, a content network or the browser's own cache can hand out yesterday's page beside today's
 * files, and such a pair does not start.
 */

const BUILT_FILE = /_app\/immutable\/[^"'`\s<>()?#]+/g;

/** A path below the site's folder whose name carries the hash of what is in it. */
export const isBuilt = (path: string): boolean => path.includes('/_app/immutable/');

/**
 * The built files that a page's HTML names and that are not of this build; none when the page belongs to it.
 * `build`: absolute paths of the build's files, `base`: the site's folder without its last slash.
 */
export function foreignFiles(html: string, build: ReadonlySet<string>, base: string): string[] {
  const named = new Set(html.match(BUILT_FILE) ?? []);
  return [...named].map((name) => `${base}/${name}`).filter((path) => !build.has(path));
}

/** A page of HTML: a host may answer so, with 200, for a script that it does not have. */
export const isHtml = (headers: Headers): boolean =>
  headers.get('content-type')?.toLowerCase().startsWith('text/html') ?? false;
