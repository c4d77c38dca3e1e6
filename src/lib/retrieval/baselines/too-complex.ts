/** A certificate whose exact count or cover would take too many states; the value is then "not computed". */
export class TooComplex extends Error {
  constructor(stateId: string) {
    super(`The certificate of state ${JSON.stringify(stateId)} is too entangled to count exactly.`);
    this.name = 'TooComplex';
  }
}

/** Real certificates need a few dozen states. */
export const MAXIMUM_STATES = 100_000;
