import { duckdb } from '$lib/data/client/duckdb-client';
import type { SearchHit } from '$lib/data/duckdb/search';
import { searchWords } from '$lib/data/duckdb/search';
import { completeAt } from '$lib/data/explore/complete';
import { filterStates, type FilterContext, type Filters } from '$lib/data/explore/filter';
import type { Prepared } from '$lib/data/ingest/prepared';
import type { Prediction } from '$lib/serbench/prediction';
import { Job } from '$lib/ui/kit/job.svelte';

const SEARCH_LIMIT = 20_000;

/** What the reader chose on the explorer's list: facets, search, the method and cutoff of "complete". */
export class Explorer {
  filters: Filters = $state({});
  query = $state('');
  method: string | null = $state(null);
  k = $state(5);
  hits: Map<string, SearchHit> | null = $state.raw(null);
  readonly searching = new Job();

  constructor(
    readonly prepared: Prepared,
    readonly rowsOf: (method: string) => readonly Prediction[],
  ) {}

  readonly #groups = $derived.by(
    () => new Map(this.prepared.certificates.map((c) => [c.state_id, c.required_evidence_groups.length])),
  );
  readonly complete = $derived.by(() =>
    this.method === null ? null : completeAt(this.rowsOf(this.method), this.prepared.certificates, this.k),
  );
  readonly context: FilterContext = $derived.by(() => ({
    groups: this.#groups,
    complete: this.complete,
    found: this.hits && new Set(this.hits.keys()),
  }));
  readonly states = $derived.by(() => filterStates(this.prepared.summaries, this.filters, this.context));

  /** Searches issues and units through DuckDB; an empty query ends the search. */
  async search(text: string): Promise<void> {
    this.query = text;
    const words = searchWords(text);
    if (words.length === 0) {
      this.searching.cancel();
      this.hits = null;
      return;
    }
    const found = await this.searching.run(async (options) => {
      await duckdb.ensure(this.prepared, options);
      return duckdb.call('search', [{ words, limit: SEARCH_LIMIT }], options);
    });
    if (found) this.hits = new Map(found.map((hit) => [hit.state_id, hit]));
  }
}
