/** The twelve released summaries, small enough to come as one chunk (about 20 KB). */
export const released = import.meta.glob<unknown>('./data/reference_results/*.json', {
  import: 'default',
  eager: true,
});
