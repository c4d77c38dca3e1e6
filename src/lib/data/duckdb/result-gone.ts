/** A result that DuckDB no longer holds: another query, another split, or a rest has taken its place. */
export class ResultGone extends Error {
  override name = 'ResultGone';
  constructor() {
    super('DuckDB no longer holds this result. Run the query again to get more of it.');
  }
}
