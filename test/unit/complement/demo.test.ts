import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DEMO_CONFIGURATION } from '$lib/complement/config/demo';
import { readBundle } from '$lib/complement/export/read-bundle';
import { nothingRecorded, recordedCalls } from '$lib/complement/replay/recorded-model';
import { callOf } from '$lib/complement/replay/replay-state';
import { runState } from '$lib/complement/run/run-state';
import { loadO200k } from '$lib/data/o200k';
import { preparer } from '$lib/llm/run/prepare';
import { unzipBundle } from '$lib/llm/run/zip';
import { FaultList } from '$lib/serbench/fault';
import { readItems } from '$lib/serbench/reading/items';
import { quietTask } from '$lib/serbench/task';
import { ownEncoder } from '../../../scripts/cli/complement/encoder';
import { digest, never } from './fixtures';

const demo = (file: string) =>
  openAsBlob(fileURLToPath(new URL(`../../../static/demo/${file}`, import.meta.url)));

// When this fails after a change of views, prompts or cards: run scripts/complement-demo.ts again.
it('the recorded demo run is that of the present code: every call is found, and the bytes are the same', async () => {
  const run = await readBundle(await unzipBundle(await demo('complement-run.zip')), digest);
  expect(run.identical).toBe(true);
  expect(run.setting.configuration).toEqual(DEMO_CONFIGURATION);
  expect(
    run.outcomes.every(({ traces }) => traces.every((trace) => trace.model.protocol === 'scripted')),
  ).toBe(true);
  const { count } = await loadO200k();
  const task = quietTask();
  const prepare = preparer(DEMO_CONFIGURATION, { countTokens: count, encoder: ownEncoder, task });
  const recorded = recordedCalls(run.outcomes.flatMap(({ traces }) => traces.map(callOf)));
  const rows: string[][] = [];
  for await (const state of readItems(await demo('items.jsonl'), 'items.jsonl', new FaultList(), task)) {
    const tools = { modelFor: () => nothingRecorded, digest, calls: recorded };
    const done = await runState(await prepare(state), run.setting, tools, never);
    expect(done.status, state.state_id).toBe('scored');
    if (done.status === 'scored') rows.push(done.rendered.ids);
  }
  expect(rows).toEqual(run.outcomes.map(({ outcome }) => outcome.rows[0]?.ranked_evidence_ids));
});
