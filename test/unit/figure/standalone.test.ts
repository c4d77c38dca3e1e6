import { describe, expect, it } from 'vitest';
import { tableHash } from '$lib/figure/hash';
import { standaloneSvg } from '$lib/figure/standalone';
import { themeOf } from '$lib/figure/theme';
import { parseHTML } from 'linkedom';
import { newDocument } from '../../support/document';
import { sample } from './sample';

const view = { width: 640, dark: false, focus: null };
const stamp = { version: 'Complement 9.9.9', hash: 'f'.repeat(64) };
const text = standaloneSvg(sample, view, newDocument(), stamp);

// Case 24 (plot#1935).
describe('standaloneSvg', () => {
  it('refers to nothing outside itself', () => {
    expect(text).not.toMatch(/var\(|currentColor|<style|style=|class="(?!figure-plot)|href|url\(/);
    expect(text).toContain(' xmlns="http://www.w3.org/2000/svg"');
  });

  it('carries background, legend, title, description, version and data hash', () => {
    expect(text).toContain(`fill="${themeOf(view).surface}" height="100%" width="100%"`);
    expect(text).toContain('a method');
    expect(text).toContain('<title>A sample &amp; its &lt;curve&gt;</title>');
    expect(text).toContain('<desc>Completion rises with k. Three made-up points, 10 states.</desc>');
    expect(text).toContain('data-version="Complement 9.9.9"');
    expect(text).toContain(`data-sha256="${stamp.hash}"`);
    expect(text).toContain('Complement 9.9.9; data SHA-256');
  });

  it('reads back as XML with one root', () => {
    const { document } = parseHTML(text.slice(text.indexOf('<svg')));
    expect(document.querySelectorAll('svg svg svg')).toHaveLength(1);
    expect(document.querySelector('title')?.textContent).toBe(sample.title);
  });
});

describe('tableHash', () => {
  it('is a SHA-256 of the data alone', async () => {
    const hash = await tableHash(sample.table);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await tableHash({ ...sample.table, notes: ['other'] })).toBe(hash);
    expect(await tableHash({ ...sample.table, rows: [[1, 0.21]] })).not.toBe(hash);
  });
});
