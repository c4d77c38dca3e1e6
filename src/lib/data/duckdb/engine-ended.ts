/** A statement that ended the engine itself, which cannot be used any more: what happened, and what is lost. */
export class EngineEnded extends Error {
  override name = 'EngineEnded';

  constructor(cause: Error) {
    super(
      `The statement ended DuckDB (${cause.message}): most likely it needed more memory than there is. DuckDB starts anew, with the tables filled from the split, at the next query; tables that you made are gone. Ask for less at once: fewer rows, shorter texts.`,
      { cause },
    );
  }
}

/**
 * The trap of the WebAssembly machine behind an error, or null. After one the engine's memory is in no known state:
 * every later statement would fail the same way, or answer wrongly.
 */
export function trapIn(error: unknown): Error | null {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof WebAssembly.RuntimeError) return at;
  return null;
}
