import type { SplitRecord } from '$lib/data/schema';
import type { Items } from '$workers/retrieval.worker';

/** The items' file as the retrieval worker takes it: certificates stay on the page. */
export const itemsOf = ({ key, itemsName, items }: SplitRecord): Items => ({
  key,
  name: itemsName,
  blob: items,
});
