import { describe, expect, test } from 'vitest';
import { blankDraft } from '$lib/serbench/lab/draft';
import { evaluateDraft } from '$lib/serbench/lab/evaluate';
import { checkCertificate } from '$lib/serbench/lab/check';
import { lookDeeper, WORTH_MEASURES } from '$lib/serbench/lab/deep';
import { MEASURES } from '$lib/serbench/metrics/registry';
import type { State } from '$lib/serbench/state';
import { statePool } from '$lib/ui/lab/pool';

const RLO = '\u202e';
const state = (ids: string[]): State =>
  ({
    state_id: 's',
    repo: `re${RLO}po`,
    state_type: 'before_search',
    candidate_evidence: ids.map((evidence_id) => ({
      evidence_id,
      source_path: `src/${RLO}dir/${RLO}a.py`,
      content_excerpt: `x = 1 # ${RLO}`,
    })),
    observed_evidence_ids: [],
    trajectory_prefix: [],
  }) as unknown as State;

describe('a pool of a hostile state', () => {
  test('is shown with the characters that turn a line around by name; ids stay as they are', () => {
    const id = `u${RLO}1`;
    const pool = statePool(state([id]), null, 'demo');
    const shown = pool.units.map(({ name, folder, text }) => name + folder + text).join('') + pool.label;
    expect(shown).not.toContain(RLO);
    expect(shown).toContain('⟦U+202E⟧a.py');
    expect(pool.ids).toEqual([id]);
  });

  test('units with the names of an object’s own members are judged like any others', () => {
    const ids = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    const pool = statePool(state(ids), null, 'demo');
    const draft = {
      ...blankDraft('s'),
      answer: ['__proto__', 'constructor'],
      certificate: {
        ...blankDraft('s').certificate,
        required_evidence_groups: [
          {
            group_id: 'constructor',
            role: 'toString',
            acceptable_evidence_ids: ['constructor', '__proto__'],
            minimum_required: 2,
            necessity_weight: 1,
          },
        ],
        alternative_minimal_sets: [['toString']],
      },
    };
    const evaluation = evaluateDraft(draft, () => 0);
    expect(evaluation.values[0]).toBe(1);
    expect(checkCertificate(draft.certificate, pool.index)).toEqual([]);
    const deep = lookDeeper(draft, evaluation, pool.ids, MEASURES);
    expect(deep.smallest).toEqual(['toString']);
    // What the page tells of each unit: these three, in this order, whatever else is registered.
    expect(WORTH_MEASURES.map(({ name }) => name)).toEqual([
      'mss_complete',
      'group_recall',
      'necessity_weighted_recall',
    ]);
    const worth = lookDeeper(draft, evaluation, pool.ids, WORTH_MEASURES);
    for (const { change } of [...worth.held, ...worth.added]) expect(change).toHaveLength(3);
    expect(deep.witnesses.sets.map((set) => [...set].sort())).toContainEqual(['__proto__', 'constructor']);
  });
});
