import wasmUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { DuckDbService } from '$lib/data/duckdb/service';
import { startInBrowser } from '$lib/data/duckdb/start-browser';
import { serve } from '$lib/worker/serve';

const service = new DuckDbService((task) => startInBrowser(wasmUrl, task));
export const server = serve(service.api);
