import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { rankStarter, STARTER_METHOD } from '../../src/lib/retrieval/starter';
import type { State } from '../../src/lib/serbench/state';
import { ANSWER, coverageGreedy, relevanceOnly } from './methods';
import { makeRows } from './rows';
import { lanternq } from './specs/lanternq';
import { parcelog } from './specs/parcelog';
import { quillcache } from './specs/quillcache';
import { sheetling } from './specs/sheetling';
import { readRepository } from './units';

const METHODS: [string, (state: State) => string[]][] = [
  [STARTER_METHOD, (state) => rankStarter(state).slice(0, ANSWER)],
  ['coverage_greedy', coverageGreedy],
  ['relevance_only', relevanceOnly],
];

const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** All files of static/demo, by name. The same repositories and scripts always give the same bytes. */
export function makeDemo(): Map<string, string> {
  const rows = [parcelog, lanternq, quillcache, sheetling].flatMap((spec) => {
    const folder = fileURLToPath(new URL(`./repos/${spec.name}`, import.meta.url));
    const repository = readRepository(folder, `${spec.owner}/${spec.name}`);
    return spec.issues.flatMap((issue) =>
      issue.states.map((state) => makeRows(spec, repository, issue, state)),
    );
  });
  const items = rows.map(({ item }) => item);
  const predictions = METHODS.flatMap(([method, rank]) =>
    items.map((item) => ({
      state_id: item.state_id,
      method,
      ranked_evidence_ids: rank(item as unknown as State),
    })),
  );
  const files = new Map([
    ['items.jsonl', lines(items)],
    ['labels.jsonl', lines(rows.map(({ label }) => label))],
    ['predictions.jsonl', lines(predictions)],
  ]);
  const manifest = {
    name: 'demo',
    states: items.length,
    instances: new Set(items.map((item) => item.instance_id)).size,
    repositories: new Set(items.map((item) => item.repo)).size,
    candidates: items.reduce((sum, item) => sum + item.candidate_count, 0),
    methods: METHODS.map(([method]) => method),
    files: [...files].map(([name, text]) => ({
      name,
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    })),
  };
  files.set('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  return files;
}
