// Records the demo run of MSS-Complement: every demo state through the three stages with the word-cover script,
// which is no language model. `npx tsx --tsconfig scripts/tsconfig.json scripts/complement-demo.ts`
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { webcrypto } from 'node:crypto';
import { MemoryStore } from '$lib/complement/batch/memory-store';
import { EMPTY_TALLY } from '$lib/complement/batch/record';
import { runBatch } from '$lib/complement/batch/run-batch';
import { canonicalJson, digestWith } from '$lib/complement/canonical';
import { DEMO_CONFIGURATION } from '$lib/complement/config/demo';
import { bundlePieces } from '$lib/complement/export/bundle';
import { wordCover } from '$lib/complement/scripted/word-cover';
import { loadO200k } from '$lib/data/o200k';
import { preparer } from '$lib/llm/run/prepare';
import { zipPieces } from '$lib/llm/run/zip';
import { FaultList } from '$lib/serbench/fault';
import { readItems } from '$lib/serbench/reading/items';
import { quietTask } from '$lib/serbench/task';
import { ownEncoder } from './cli/complement/encoder';
import { runOrigin } from './cli/complement/origin';

const folder = fileURLToPath(new URL('../static/demo/', import.meta.url));
const digest = digestWith(webcrypto.subtle as SubtleCrypto);
const task = quietTask();
const { count } = await loadO200k();
const store = new MemoryStore();
const setting = {
  configuration: DEMO_CONFIGURATION,
  configurationSha256: await digest(canonicalJson(DEMO_CONFIGURATION)),
};
await runBatch({
  states: readItems(await openAsBlob(`${folder}items.jsonl`), 'items.jsonl', new FaultList(), task),
  prepare: preparer(DEMO_CONFIGURATION, { countTokens: count, encoder: ownEncoder, task }),
  setting,
  tools: { modelFor: () => wordCover, digest },
  store,
  concurrency: 1,
  budget: { tokens: null, cost: null },
  costOf: () => null,
  countTokens: count,
  tally: { ...EMPTY_TALLY },
  paused: () => null,
  update: () => undefined,
  signal: task.signal,
});
const outcomes = [...store.outcomes.values()];
const about = {
  origin: await runOrigin(`${folder}items.jsonl`),
  tools: { costOf: () => 0, countTokens: count },
};
const zip = await zipPieces(bundlePieces(outcomes, outcomes.length, setting, store.find, about));
await writeFile(`${folder}complement-run.zip`, Buffer.from(await zip.arrayBuffer()));
console.log(`${outcomes.length} states, ${store.calls.size} calls, ${zip.size} bytes`);
