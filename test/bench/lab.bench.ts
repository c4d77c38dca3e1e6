import type { Certificate } from '$lib/serbench/certificate';
import { checkCertificate } from '$lib/serbench/lab/check';
import { blindChance, lookDeeper } from '$lib/serbench/lab/deep';
import { evaluateDraft } from '$lib/serbench/lab/evaluate';
import { MEASURES } from '$lib/serbench/metrics/registry';

export const name = 'lab';

const POOL = Array.from({ length: 120 }, (_, i) => `evidence-${String(i).padStart(24, '0')}`);
const FRAME_MS = 1000 / 60;
const ROUNDS = 40;

/** Six groups of nine alternatives, neighbours sharing `overlap` units, thresholds 1 and 2, and two branches. */
function certificate(overlap: number): Certificate {
  return {
    state_id: 's',
    observed_evidence_ids: [],
    alternative_minimal_sets: [
      [POOL[100]!, POOL[101]!],
      [POOL[0]!, POOL[105]!],
    ],
    required_evidence_groups: Array.from({ length: 6 }, (_, g) => ({
      group_id: `G${g + 1}`,
      role: `role${g % 3}`,
      minimum_required: g % 3 === 2 ? 2 : 1,
      necessity_weight: 1 + (g % 3),
      acceptable_evidence_ids: POOL.slice(g * (9 - overlap), g * (9 - overlap) + 9),
    })),
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;

function timed(run: () => unknown): number {
  for (let i = 0; i < 5; i += 1) run();
  return median(
    Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      run();
      return performance.now() - start;
    }),
  );
}

/** What a keystroke costs in the lab, in frames of a 60 Hz screen. */
export function run(report: (line: string) => void): Promise<void> {
  const state = {
    state_id: 's',
    repo: '',
    instance_id: '',
    state_type: '',
    units: [],
    ids: new Set(POOL),
    observed: new Set<string>(),
  };
  for (const overlap of [0, 3, 6]) {
    const draft = {
      certificate: certificate(overlap),
      answer: POOL.slice(3, 19),
      budget: { items: 8, tokens: null },
    };
    const now = timed(() => {
      evaluateDraft(draft, () => 0);
      checkCertificate(draft.certificate, state);
    });
    const evaluation = evaluateDraft(draft, () => 0);
    const later = timed(() => lookDeeper(draft, evaluation, POOL, MEASURES));
    const count = timed(() => blindChance(draft, POOL));
    report(
      `6 groups x 9 units, overlap ${overlap}: measures and validation ${(now / FRAME_MS).toFixed(3)} frames, side panels ${(later / FRAME_MS).toFixed(2)} frames, exact chance ${(count / FRAME_MS).toFixed(2)} frames`,
    );
  }
  return Promise.resolve();
}
