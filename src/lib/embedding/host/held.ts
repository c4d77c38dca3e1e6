import type { StaticEncoder } from '../static-encoder/encoder';
import type { CrossEncoder } from '../transformer/cross-encoder';
import type { TransformerEncoder } from '../transformer/encoder';
import type { MaskedLanguageModel } from '../transformer/masked-lm';

/** The one model of a worker. */
export type HeldModel =
  | { kind: 'static'; encoder: StaticEncoder }
  | { kind: 'encoder'; encoder: TransformerEncoder }
  | { kind: 'relevance'; model: CrossEncoder }
  | { kind: 'terms'; model: MaskedLanguageModel };
