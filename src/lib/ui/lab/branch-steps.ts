/** Branch cards that are drawn at first: a product of groups can be long, and the first few say it all. */
export const FEW = 4;
/** The most cards that are added at a time: a link can name thousands of branches. */
export const STEP = 50;

/** How many cards the next step adds to the `drawn` ones of `total` branches. */
export const more = (total: number, drawn: number): number => Math.max(0, Math.min(STEP, total - drawn));
