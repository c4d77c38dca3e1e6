import * as duckdb from '@duckdb/duckdb-wasm/blocking';
import type { Task } from '$lib/serbench/task';
import { Engine } from './engine';

/** The package's types for this entry are those of its Node build; Vite's alias gives the browser's. */
const { BROWSER_RUNTIME } = duckdb as unknown as { BROWSER_RUNTIME: duckdb.DuckDBRuntime };

/** Starts DuckDB's `eh` build from the site's own copy; bytes are reported while it loads. */
export async function startInBrowser(wasmUrl: string, task: Task): Promise<Engine> {
  const module = { mainModule: wasmUrl, mainWorker: '' };
  const bindings = await duckdb.createDuckDB(
    { mvp: module, eh: module },
    new duckdb.VoidLogger(),
    BROWSER_RUNTIME,
  );
  await bindings.instantiate(({ bytesLoaded, bytesTotal }) =>
    task.progress({ done: bytesLoaded, total: bytesTotal || null, unit: 'bytes', note: 'Loading DuckDB' }),
  );
  task.signal.throwIfAborted();
  return new Engine(bindings);
}
