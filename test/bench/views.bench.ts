import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Analyser } from '$lib/retrieval/analysis/analyser';
import { documentText } from '$lib/retrieval/analysis/state-analysis';
import { fullStateText, queryText } from '$lib/retrieval/query-text';
import { LEXICAL_VIEWS } from '$lib/retrieval/views/registry';
import type { State } from '$lib/serbench/state';
import { releaseStates } from './views/release-states';
import { PLAIN_VIEWS } from './views/plain';

export const name = 'views';

/** The yardstick is timed on every n-th state and scaled: it takes minutes over all. */
const YARDSTICK_STEP = 25;

const cpuSeconds = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

function rankAll(states: readonly State[]): void {
  const analyser = new Analyser();
  for (const state of states) {
    const analysis = analyser.analyse(state);
    for (const view of LEXICAL_VIEWS) view.score(analysis, {});
  }
}

function plainAll(states: readonly State[]): void {
  for (const state of states) for (const score of Object.values(PLAIN_VIEWS)) score(state);
}

/** Both sides must say the same before their times mean anything. */
function compare(states: readonly State[]): void {
  for (const state of states) {
    const analysis = new Analyser().analyse(state);
    for (const view of LEXICAL_VIEWS) {
      const plain = PLAIN_VIEWS[view.name]!(state);
      view.score(analysis, {}).forEach((score, unit) => {
        if (Math.abs(score - plain[unit]!) > 1e-9) {
          throw new Error(`${view.name}, ${state.state_id}, unit ${unit}: ${score} is not ${plain[unit]}.`);
        }
      });
    }
  }
}

/** Seconds of bm25s and scikit-learn, or why they cannot be had here. */
function pythonSeconds(states: readonly State[]): number | string {
  const folder = mkdtempSync(join(tmpdir(), 'views-'));
  try {
    const file = join(folder, 'states.jsonl');
    const rows = states.map((state) => ({
      documents: state.candidate_evidence.map(documentText),
      queries: (['question', 'state', 'actions', 'observations'] as const).map((form) =>
        queryText(state, form),
      ),
      full: fullStateText(state),
    }));
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const script = fileURLToPath(new URL('./views/python.py', import.meta.url));
    const one = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
    const python = process.env['PYTHON'] ?? 'python3';
    const done = spawnSync(python, [script, file], { encoding: 'utf8', env: { ...process.env, ...one } });
    if (done.status !== 0) return done.stderr.trim().split('\n').at(-1) ?? 'python3 failed';
    return (JSON.parse(done.stdout) as { seconds: number }).seconds;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Eight lexical views over release-shaped Cal500, one core, against the yardsticks. */
export function run(report: (line: string) => void): void {
  const states = releaseStates(500, 1);
  const units = states.reduce((sum, state) => sum + state.candidate_evidence.length, 0);
  const some = states.filter((_, i) => i % YARDSTICK_STEP === 0);
  const share = some.reduce((sum, state) => sum + state.candidate_evidence.length, 0) / units;
  compare(some.slice(0, 8));
  rankAll(some);
  const ours = Math.min(...[0, 1].map(() => cpuSeconds(() => rankAll(states))));
  const plain = cpuSeconds(() => plainAll(some)) / share;
  report(`eight lexical views, ${units} units, one core: ${ours.toFixed(2)} s`);
  report(
    `plain TypeScript: ${plain.toFixed(1)} s (from ${some.length} states), ${(plain / ours).toFixed(1)}x ours; wanted 10x`,
  );
  const python = pythonSeconds(some);
  if (typeof python === 'string') report(`bm25s and scikit-learn: not measured (${python})`);
  else {
    const scaled = python / share;
    report(
      `bm25s and scikit-learn, six views: ${scaled.toFixed(1)} s, ${(scaled / ours).toFixed(1)}x ours for eight; wanted 4x`,
    );
  }
}
