import { visible } from '$lib/data/explore/visible';
import { checkCertificate } from '$lib/serbench/lab/check';
import { blankDraft, type Draft } from '$lib/serbench/lab/draft';
import { applyEdit, type Edit } from '$lib/serbench/lab/edit';
import { evaluateDraft } from '$lib/serbench/lab/evaluate';
import { commit, redo, startHistory, undo, type History } from '$lib/serbench/lab/history';
import type { LabPool } from './pool';

/** What "accept" buttons and drops without a place of their own go to. */
export interface Target {
  kind: 'group' | 'branch';
  at: number;
}

/** What may be changed: everything in the lab, less in an exercise. */
export interface Permissions {
  answer: boolean;
  certificate: boolean;
  budget: boolean;
}

/** A draft over a pool, with its history and everything that follows from it. */
export class Lab {
  pool: LabPool = $state.raw() as LabPool;
  #history: History<Draft> = $state.raw(startHistory(blankDraft('')));
  #target: Target = $state.raw({ kind: 'group', at: 0 });
  /** Source tokens by unit; null while they are not counted. */
  tokens: ReadonlyMap<string, number> | null = $state.raw(null);
  /** What was just done, for screen readers. */
  said = $state('');

  constructor(
    pool: LabPool,
    draft: Draft,
    readonly may: Permissions = { answer: true, certificate: true, budget: true },
  ) {
    this.pool = pool;
    this.#history = startHistory(draft);
  }

  readonly draft: Draft = $derived(this.#history.present);
  readonly canUndo: boolean = $derived(this.#history.past.length > 0);
  readonly canRedo: boolean = $derived(this.#history.future.length > 0);
  readonly evaluation = $derived(evaluateDraft(this.draft, (id) => this.tokens?.get(id) ?? 0));
  readonly faults = $derived(checkCertificate(this.draft.certificate, this.pool.index));
  /** Names without folders, except where two units would share one. */
  readonly #names = $derived.by(() => {
    const times = new Map<string, number>();
    for (const { name } of this.pool.units) times.set(name, (times.get(name) ?? 0) + 1);
    return new Map(
      this.pool.units.map(({ id, folder, name }) => [id, times.get(name) === 1 ? name : folder + name]),
    );
  });

  /** The group or branch in hand; the last one when it was removed. */
  readonly target: Target | null = $derived.by(() => {
    const { required_evidence_groups: groups, alternative_minimal_sets: branches } = this.draft.certificate;
    const length = this.#target.kind === 'group' ? groups.length : branches.length;
    if (length > 0) return { kind: this.#target.kind, at: Math.min(this.#target.at, length - 1) };
    return groups.length > 0 ? { kind: 'group', at: 0 } : null;
  });

  name = (id: string): string => this.#names.get(id) ?? visible(id);

  aim(target: Target): void {
    this.#target = target;
  }

  /** Applies an edit; edits with the same mark in a row are undone together. */
  edit(edit: Edit, mark: string | null = null): void {
    this.#history = commit(this.#history, applyEdit(this.draft, edit), mark);
    if (edit.kind === 'add-group') this.aim({ kind: 'group', at: Infinity });
    if (edit.kind === 'add-branch') this.aim({ kind: 'branch', at: Infinity });
  }

  /** Accepts a unit in the target, or takes it out of it. */
  toggleInTarget(unit: string): void {
    const target = this.target;
    if (target === null || !this.may.certificate) return;
    if (target.kind === 'group') this.edit({ kind: 'toggle-acceptable', group: target.at, unit });
    else this.edit({ kind: 'toggle-in-branch', branch: target.at, unit });
  }

  inTarget(unit: string): boolean {
    const { required_evidence_groups: groups, alternative_minimal_sets: branches } = this.draft.certificate;
    if (this.target === null) return false;
    const { kind, at } = this.target;
    const list = kind === 'group' ? groups[at]?.acceptable_evidence_ids : branches[at];
    return list?.includes(unit) ?? false;
  }

  toggleInAnswer(unit: string): void {
    if (!this.may.answer) return;
    const has = this.draft.answer.includes(unit);
    this.edit(has ? { kind: 'take-out', unit } : { kind: 'place', unit, at: this.draft.answer.length });
    this.said = has
      ? `${this.name(unit)} taken out`
      : `${this.name(unit)} at rank ${this.draft.answer.length}`;
  }

  undo = (): void => {
    this.#history = undo(this.#history);
  };

  redo = (): void => {
    this.#history = redo(this.#history);
  };
}

/** "G2", "branch 1": how buttons name the target. */
export function targetName(lab: Lab): string | null {
  const target = lab.target;
  if (target === null) return null;
  if (target.kind === 'branch') return `branch ${target.at + 1}`;
  return lab.draft.certificate.required_evidence_groups[target.at]?.group_id ?? null;
}
