import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';

/** What files, models and endpoints say, by the names that it has in the markup. */
const FOREIGN =
  /\.(message|source_path|content_excerpt|information_need|group_id|rationale|labelsName|raw)\b|\b(split|choice\.split)\.label\b|\bfile\.name\b|\bissue\.split\b|\btrace\.missing\b|\bheadings\.get\b|\brecording\.name\b/;

/** Expressions that a component's markup writes as text, not those that it gives to attributes and components. */
function textsOf(source: string): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end } = node as { type?: string; start?: number; end?: number };
    if (type === 'Attribute' || type === 'Script') return;
    if (type === 'ExpressionTag') found.push(source.slice(start, end));
    else Object.values(node).forEach(walk);
  };
  walk(parse(source, { modern: true }).fragment);
  return found;
}

const bare = (source: string): string[] =>
  textsOf(source).filter((text) => FOREIGN.test(text) && !/\bvisible\(|^\{(format|shorten)\w*\(/.test(text));

const components = ['src/lib/ui', 'src/routes'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => join(folder, name)),
);

describe('texts of files, models and endpoints are shown with their invisible characters by name', () => {
  test('the search finds a bare text, and lets one that is made visible pass', () => {
    expect(
      bare('<p>{job.error.message}</p>{#if a}<b title={x.message}>{unit.source_path}:1</b>{/if}'),
    ).toEqual(['{job.error.message}', '{unit.source_path}']);
    expect(bare('<p>{visible(job.error.message)}</p>')).toEqual([]);
  });

  test.each(components)('%s', (path) => {
    expect(bare(readFileSync(path, 'utf8'))).toEqual([]);
  });
});
