import { splitBounds } from '../../src/lib/paper/whatif/split-bounds';
import type { Certificate } from '../../src/lib/serbench/certificate';
import { indexState } from '../../src/lib/serbench/split-index';
import type { State } from '../../src/lib/serbench/state';
import { quietTask } from '../../src/lib/serbench/task';

/** Floor and ceiling of the demo's pools. */
export const demoBounds = (states: readonly State[], certificates: ReadonlyMap<string, Certificate>) =>
  splitBounds(new Map(states.map((state) => [state.state_id, indexState(state)])), certificates, quietTask());
