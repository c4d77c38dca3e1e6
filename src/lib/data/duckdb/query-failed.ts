const OFFLINE: [pattern: RegExp, hint: string][] = [
  [
    /exists in the json extension/i,
    'DuckDB’s JSON functions are an extension that would have to be downloaded; here nothing is. The tables already hold every field: use columns instead.',
  ],
  [
    /exists in the (\w+) extension|extension/i,
    'That part of DuckDB is an extension that would have to be downloaded; here nothing is.',
  ],
  [
    /file system operations are disabled/i,
    'SQL cannot read or write files or addresses here. Use the buttons below the result to take it away.',
  ],
  [/configuration has been locked/i, 'Settings are fixed, so that no query can reach the network.'],
];

/** A pending query's error comes as JSON: its parts, put as DuckDB prints them. */
function wordsOf(message: string): string {
  if (!message.startsWith('{')) return message.trim();
  try {
    const parts: unknown = JSON.parse(message);
    if (typeof parts !== 'object' || parts === null || !('exception_message' in parts)) return message;
    const kind = 'exception_type' in parts ? `${String(parts.exception_type)} Error: ` : '';
    return `${kind}${String(parts.exception_message).trim()}`;
  } catch {
    return message;
  }
}

/** A statement that DuckDB refused: its own words, the SQL, and what is different here. */
export class QueryFailed extends Error {
  override name = 'QueryFailed';
  readonly hint: string | null;

  constructor(
    readonly sql: string,
    cause: unknown,
  ) {
    const message = wordsOf(cause instanceof Error ? cause.message : String(cause));
    super(message, { cause });
    this.hint = OFFLINE.find(([pattern]) => pattern.test(message))?.[1] ?? null;
  }
}
