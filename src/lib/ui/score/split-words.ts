import type { SplitRecord } from '$lib/data/schema';
import { MAXIMUM_IDS, PRIVATE_LABELS, TEST500_STATES } from '$lib/serbench/submission';

/** Names a split as it is now: loaded anew, or with other labels, it is to be read again. */
export const versionOf = ({ key, addedAt, labels }: SplitRecord): string =>
  `${key} ${addedAt} ${labels?.size ?? 'none'}`;

/** Why a split without labels is not scored. */
export const whyNotScored = (split: SplitRecord): string =>
  split.key === 'test500' || split.states === TEST500_STATES
    ? PRIVATE_LABELS
    : `${split.label} has no certificates, so nothing can be scored: drop its labels file here. Predictions are checked all the same (a submission has at most ${MAXIMUM_IDS} ids a state).`;
