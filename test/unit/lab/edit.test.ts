import { describe, expect, test } from 'vitest';
import { blankDraft, MOST_GROUPS } from '$lib/serbench/lab/draft';
import { applyEdit, type Edit } from '$lib/serbench/lab/edit';
import { commit, redo, startHistory, undo } from '$lib/serbench/lab/history';

const run = (...edits: Edit[]) => edits.reduce(applyEdit, blankDraft('s'));
const groups = (...edits: Edit[]) => run(...edits).certificate.required_evidence_groups;

describe('edits', () => {
  test('build a certificate', () => {
    const draft = run(
      { kind: 'add-group' },
      { kind: 'add-group', role: 'behavior_constraint' },
      { kind: 'toggle-acceptable', group: 0, unit: 'a' },
      { kind: 'toggle-acceptable', group: 0, unit: 'b' },
      { kind: 'toggle-acceptable', group: 0, unit: 'a' },
      { kind: 'set-group', group: 1, change: { necessity_weight: 3, rationale: 'why' } },
      { kind: 'add-branch', units: ['x', 'x', 'y'] },
      { kind: 'toggle-in-branch', branch: 0, unit: 'x' },
    );
    const [first, second] = draft.certificate.required_evidence_groups;
    expect(first?.acceptable_evidence_ids).toEqual(['b']);
    expect(second).toMatchObject({
      group_id: 'G2',
      role: 'behavior_constraint',
      necessity_weight: 3,
      rationale: 'why',
    });
    expect(draft.certificate.alternative_minimal_sets).toEqual([['y']]);
  });

  test('give a new group a free name', () => {
    const names = groups(
      { kind: 'add-group' },
      { kind: 'add-group' },
      { kind: 'remove-group', group: 0 },
      { kind: 'add-group' },
    ).map((group) => group.group_id);
    expect(names).toEqual(['G2', 'G3']);
  });

  test('move groups and keep within the most', () => {
    const add: Edit = { kind: 'add-group' };
    const moved = groups(add, add, add, { kind: 'move-group', from: 2, to: 0 });
    expect(moved.map((group) => group.group_id)).toEqual(['G3', 'G1', 'G2']);
    expect(groups(...new Array<Edit>(MOST_GROUPS + 3).fill(add))).toHaveLength(MOST_GROUPS);
  });

  test('place, move and take out units of the answer', () => {
    const draft = run(
      { kind: 'set-answer', units: ['a', 'b', 'a', 'c'] },
      { kind: 'place', unit: 'd', at: 1 },
      { kind: 'place', unit: 'c', at: 0 },
      { kind: 'take-out', unit: 'b' },
      { kind: 'place', unit: 'a', at: 99 },
    );
    expect(draft.answer).toEqual(['c', 'd', 'a']);
  });

  test('refuse budgets out of range', () => {
    const draft = run({ kind: 'set-budget', budget: { items: 8, tokens: 6144 } });
    expect(draft.budget).toEqual({ items: 8, tokens: 6144 });
    for (const budget of [{ items: 0 }, { items: 2.5 }, { items: 1000 }, { tokens: 0 }, { tokens: NaN }]) {
      expect(applyEdit(draft, { kind: 'set-budget', budget })).toBe(draft);
    }
  });

  test.each([
    { kind: 'remove-group', group: 9 },
    { kind: 'move-group', from: 9, to: 0 },
    { kind: 'remove-branch', branch: 0 },
    { kind: 'take-out', unit: 'nowhere' },
  ] as Edit[])('that change nothing give the same draft back: %j', (edit) => {
    const draft = run({ kind: 'add-group' });
    expect(applyEdit(draft, edit)).toBe(draft);
  });

  test('never touch the draft they are given', () => {
    const draft = Object.freeze(run({ kind: 'add-group' }, { kind: 'set-answer', units: ['a'] }));
    const before = JSON.stringify(draft);
    applyEdit(draft, { kind: 'toggle-acceptable', group: 0, unit: 'z' });
    applyEdit(draft, { kind: 'place', unit: 'z', at: 0 });
    expect(JSON.stringify(draft)).toBe(before);
  });
});

describe('the history', () => {
  test('steps back and forth; a new edit drops what was undone', () => {
    let history = startHistory(1);
    for (const value of [2, 3, 4]) history = commit(history, value);
    history = undo(undo(history));
    expect(history.present).toBe(2);
    expect(redo(history).present).toBe(3);
    history = commit(history, 9);
    expect(redo(history)).toBe(history);
    expect(undo(history).present).toBe(2);
  });

  test('takes a run of edits with one mark as one', () => {
    let history = startHistory('');
    for (const value of ['n', 'na', 'nam']) history = commit(history, value, 'field');
    history = commit(history, 'other', 'another field');
    expect(undo(undo(history)).present).toBe('');
    expect(undo(undo(undo(history))).present).toBe('');
  });

  test('ignores what changes nothing and has an end', () => {
    const history = startHistory(1);
    expect(commit(history, 1)).toBe(history);
    expect(undo(history)).toBe(history);
    let long = history;
    for (let i = 2; i < 1000; i += 1) long = commit(long, i);
    expect(long.past.length).toBe(200);
  });
});
