import { z } from 'zod';
import { PRIMARY_SUITE, printMeasure } from './metrics/registry';

/** The benchmark's public feed of results that users had scored. Fetched only when asked for. */
export const COMMUNITY_FEED =
  'https://raw.githubusercontent.com/LordTARN1SHED/SERBench/main/community_results.json';
export const MAXIMUM_FEED_BYTES = 4_000_000;

const percent = z.number().min(0).max(100);
const metrics = z.object(
  Object.fromEntries(PRIMARY_SUITE.map(({ measure, k }) => [printMeasure(measure.name, k), percent])),
);
const link = z.string().regex(/^https:\/\/github\.com\//);

const feed = z.object({
  schema_version: z.literal(1),
  updated_at: z.iso.datetime(),
  results: z.array(
    z.object({
      method: z.string().min(1).max(200),
      issue_url: link,
      comment_url: link,
      evaluated_at: z.iso.datetime(),
      metrics,
    }),
  ),
});

/** A published Test500 result; measures as shares in 0..1, by `mss_complete@5` and the like. */
export interface CommunityRow {
  method: string;
  evaluatedAt: string;
  link: string;
  measures: Record<string, number>;
}

/** Reads the feed's text. Its percentages become shares; throws an Error that says what does not fit. */
export function parseCommunityFeed(text: string): { updatedAt: string; rows: CommunityRow[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('The feed is not JSON; is the address right?');
  }
  const found = feed.safeParse(value);
  if (!found.success)
    throw new Error(`The feed has another form than expected: ${z.prettifyError(found.error)}`);
  return {
    updatedAt: found.data.updated_at,
    rows: found.data.results.map(({ method, evaluated_at, issue_url, metrics: percents }) => ({
      method,
      evaluatedAt: evaluated_at,
      link: issue_url,
      measures: Object.fromEntries(Object.entries(percents).map(([key, value]) => [key, value / 100])),
    })),
  };
}
