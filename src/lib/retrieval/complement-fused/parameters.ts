/** The fixed numbers of complement-fused; README.md beside this file gives the reasons. Never fitted to certificates. */
export const WEIGHTS = {
  /** Soft maximum of the passages against the issue, by the static encoder. */
  passageIssue: 1,
  /** Best passage against the issue's first line. */
  passageSubject: 0.2,
  /** Best passage against need, subgoal and issue. */
  passageNeed: 0.2,
  /** The unit's path alone against the issue, by the static encoder. */
  pathIssue: 0.4,
  /** BM25 of the issue over code-aware tokens. */
  termsIssue: 0.4,
  /** Entities that state and unit share. */
  entities: 0.15,
  /** ln of the unit's lines: a larger unit holds more facts. */
  size: 0.4,
  /** Names that the unit defines and promising units hold. */
  links: 0.2,
} as const;

export type Feature = keyof typeof WEIGHTS;

/** Of the soft maximum over passages: a second passage as good as the best adds 0.07 to the cosine. */
export const SHARPNESS = 10;

/** How many standard deviations a unit loses when other units taken before cover all of its lines. */
export const COVER = 2;

/** The thorough size: so many leading units get the transformer's vectors. */
export const LEADING = 16;

/**
 * What a unit's soft maximum of the transformer's cosines counts beside the instant score, which is a sum of standard
 * scores: bge-small's lie some 0.05 apart among leading units, so that one such deviation counts 0.75.
 */
export const TRANSFORMER = 15;

export const METHODS = {
  instant: 'complement-fused-instant',
  thorough: 'complement-fused-thorough',
} as const;

export type Size = keyof typeof METHODS;

export const isSize = (name: string): name is Size => Object.hasOwn(METHODS, name);
