import type { Parameter } from './view';

export const K1: Parameter = {
  key: 'k1',
  label: 'k1',
  help: 'How soon more occurrences of a term stop counting.',
  initial: 1.2,
  least: 0,
  most: 3,
  step: 0.05,
};

export const B: Parameter = {
  key: 'b',
  label: 'b',
  help: 'How much a long unit is held back: 0 not at all, 1 in full.',
  initial: 0.75,
  least: 0,
  most: 1,
  step: 0.05,
};

/** 0 or 1: the starter's words, or code-aware tokens. */
export const CODE_AWARE: Parameter = {
  key: 'codeAware',
  label: 'Code-aware tokens',
  help: 'Adds the parts of camelCase, snake_case, dotted names and paths to the whole identifier.',
  initial: 0,
  least: 0,
  most: 1,
  step: 1,
};
