/** The prefix lengths of the published curves. */
export const budgets = [1, 3, 5, 8, 10, 12, 16] as const;
