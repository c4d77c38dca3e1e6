import { createRequire } from 'node:module';
import * as duckdb from '@duckdb/duckdb-wasm/blocking';
import { Engine } from '$lib/data/duckdb/engine';

/** DuckDB in Node: the same wasm build and the same Engine as in the browser. */
export async function startInNode(): Promise<Engine> {
  const mainModule = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const bundle = { mainModule, mainWorker: '' };
  const bindings = await duckdb.createDuckDB(
    { mvp: bundle, eh: bundle },
    new duckdb.VoidLogger(),
    duckdb.NODE_RUNTIME,
  );
  await bindings.instantiate(() => undefined);
  return new Engine(bindings);
}
