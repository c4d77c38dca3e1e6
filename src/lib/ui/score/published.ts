import { loadReferences } from '$lib/paper/load';
import { methodNames } from '$lib/paper/figures/reference-curves';
import {
  COMMUNITY_FEED,
  MAXIMUM_FEED_BYTES,
  parseCommunityFeed,
  type CommunityRow,
} from '$lib/serbench/community';
import type { PublishedRow } from '$lib/serbench/score/results-table';

/** The twelve released Test500 summaries, best Complete@5 first. */
export async function publishedRows(): Promise<PublishedRow[]> {
  const rows = (await loadReferences()).map(({ name, metrics }) => ({
    name,
    label: methodNames.get(name) ?? name,
    measures: metrics,
  }));
  const complete = (row: PublishedRow) => row.measures['mss_complete@5'] ?? 0;
  return rows.sort((a, b) => complete(b) - complete(a));
}

/** Fetches the community feed: the one request of this page that leaves the site, and only when asked for. */
export async function communityRows(
  signal: AbortSignal,
  url = COMMUNITY_FEED,
): Promise<{ updatedAt: string; rows: CommunityRow[] }> {
  let response: Response;
  try {
    response = await fetch(url, {
      signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-cache',
    });
  } catch (cause) {
    throw new Error('The feed could not be reached. Check the connection and try again.', { cause });
  }
  if (!response.ok) throw new Error(`The feed answered HTTP ${response.status}. Try again later.`);
  const text = await response.text();
  if (text.length > MAXIMUM_FEED_BYTES)
    throw new Error(`The feed is larger than ${MAXIMUM_FEED_BYTES} bytes; it is not read.`);
  return parseCommunityFeed(text);
}
