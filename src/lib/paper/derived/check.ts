/** A number that follows from others, recomputed and set beside the printed one. */
export interface Check {
  /** The table whose number is checked: `table-12`. */
  table: string;
  what: string;
  printed: number;
  computed: number;
  /** The most that rounding of the inputs and of the printed value can explain, in the unit of the value. */
  within: number;
  agrees: boolean;
}

/** Half a unit of the last decimal, for values printed with that many decimals. */
export const half = (decimals: number): number => 0.5 * 10 ** -decimals;

/** Float noise that no rounding rule should be asked to explain. */
const NOISE = 1e-9;

export function check(table: string, what: string, printed: number, computed: number, within: number): Check {
  return { table, what, printed, computed, within, agrees: Math.abs(printed - computed) <= within + NOISE };
}
