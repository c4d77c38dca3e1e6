const PREFIX = 'step ';

/**
 * The value of a mark's `ariaLabel` channel that ties a drawn element to `figure.steps[index]`; the renderer
 * turns it into `data-step`. (A line mark splits where a channel changes: tag its dots, not the line.)
 */
export const stepLabel = (index: number): string => `${PREFIX}${String(index)}`;

/** The index of a label made by `stepLabel`; null for any other text. */
export function stepOf(label: string): number | null {
  const digits = label.startsWith(PREFIX) ? label.slice(PREFIX.length) : '';
  return /^\d+$/.test(digits) ? Number(digits) : null;
}
