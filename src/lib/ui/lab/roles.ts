/** Role names that the release uses; a certificate may have others. */
export const ROLES = [
  'bug_location',
  'behavior_constraint',
  'interaction_constraint',
  'verification_constraint',
] as const;
