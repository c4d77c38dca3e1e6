import { describe, expect, test } from 'vitest';
import { parseCommunityFeed } from '$lib/serbench/community';

const metrics = {
  'mss_complete@5': 12.5,
  'mss_complete@8': 100,
  'group_recall@5': 0,
  'group_recall@8': 1,
  'necessity_weighted_recall@5': 2,
};
const result = {
  method: 'm',
  issue_url: 'https://github.com/a/b/issues/1',
  comment_url: 'https://github.com/a/b/issues/1#c',
  evaluated_at: '2026-09-16T21:15:22Z',
  metrics,
};
const feed = (changes: object = {}, row: object = {}) =>
  JSON.stringify({
    schema_version: 1,
    updated_at: '2026-09-16T21:20:29.416147Z',
    results: [{ ...result, ...row }],
    ...changes,
  });

describe('the community feed', () => {
  test('gives shares, dates and links', () => {
    expect(parseCommunityFeed(feed())).toEqual({
      updatedAt: '2026-09-16T21:20:29.416147Z',
      rows: [
        {
          method: 'm',
          evaluatedAt: '2026-09-16T21:15:22Z',
          link: 'https://github.com/a/b/issues/1',
          measures: {
            'mss_complete@5': 0.125,
            'mss_complete@8': 1,
            'group_recall@5': 0,
            'group_recall@8': 0.01,
            'necessity_weighted_recall@5': 0.02,
          },
        },
      ],
    });
  });

  test.each([
    ['a page instead', '<html>'],
    ['another version', feed({ schema_version: 2 })],
    ['a measure above 100', feed({}, { metrics: { ...metrics, 'mss_complete@5': 101 } })],
    ['a measure missing', feed({}, { metrics: {} })],
    ['a script for a link', feed({}, { issue_url: 'javascript:alert(1)' })],
    ['a blank method', feed({}, { method: '' })],
    ['no list', feed({ results: {} })],
  ])('refuses %s, saying so', (_, text) => {
    expect(() => parseCommunityFeed(text)).toThrow(/feed/);
  });
});
