import type { SplitIndex } from '../split-index';
import type { FaultDetail } from './row-faults';
import { NearNames } from './hints';

/** What validation against a split can draw on. */
export interface SplitContext {
  split: SplitIndex;
  /** The name of another split that holds the state, for the hint. */
  elsewhere?: ((stateId: string) => string | undefined) | undefined;
}

/** Judges ids against a split and says what a wrong one was probably meant to be. */
export class KnownStates {
  private readonly states: NearNames;
  private readonly units = new Map<string, NearNames>();
  private owners: Map<string, string> | null = null;

  constructor(private readonly context: SplitContext) {
    this.states = new NearNames(context.split.keys());
  }

  stateHint(id: string): string | undefined {
    const near = this.states.hint(id);
    if (near !== undefined) return near;
    const other = this.context.elsewhere?.(id);
    return other === undefined ? undefined : `exists in split ${other}`;
  }

  /** The fault of a unit that is outside a state's pool. */
  outside(stateId: string, unitId: string): { code: string; message: string } & Pick<FaultDetail, 'hint'> {
    const message = `Unit ${JSON.stringify(unitId)} is not in the pool of state ${JSON.stringify(stateId)}.`;
    return { code: 'evidence-outside-pool', message, hint: this.unitHint(stateId, unitId) };
  }

  private unitHint(stateId: string, unitId: string): string | undefined {
    const names = this.units.get(stateId) ?? new NearNames(this.context.split.get(stateId)?.ids ?? []);
    this.units.set(stateId, names);
    const near = names.hint(unitId);
    if (near !== undefined) return near;
    this.owners ??= new Map(
      [...this.context.split.values()].flatMap((s) => [...s.ids].map((id) => [id, s.state_id])),
    );
    const owner = this.owners.get(unitId);
    return owner === undefined ? undefined : `belongs to the pool of state ${JSON.stringify(owner)}`;
  }
}
