/** Numbers in sentences and labels: as printed, at most two decimals. */
export const show = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) >= 1000
    ? String(value).replace(/\B(?=(\d{3})+$)/g, ',')
    : String(Math.round(value * 100) / 100);

/** A difference, with its sign. */
export const signed = (value: number): string => (value > 0 ? `+${show(value)}` : show(value));

export const range = ({ low, high }: { low: number; high: number }): string =>
  `[${signed(low)}, ${signed(high)}]`;

const heads: Record<string, string> = {
  complete: 'Complete-MSS',
  group: 'Group recall',
  necessity: 'Necessity-weighted recall',
};

const proper: Record<string, string> = {
  mss: 'MSS',
  deepseek: 'DeepSeek',
  claude: 'Claude',
  qwen: 'Qwen',
};

/** A column's name in words: `qwen_complete@5` -> "Qwen complete@5", `complete@5` -> "Complete-MSS@5". */
export function heading(name: string): string {
  const [head = '', k] = name.split('@');
  const known = heads[head];
  if (known && k) return `${known}@${k}`;
  const words = name
    .split('_')
    .map((word) => proper[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const suffix: Record<string, string> = {
  percent: ' (%)',
  tokens: ' (tokens)',
  points: ' (points)',
  seconds: ' (s)',
  usd: ' (USD)',
};

export const headingWithUnit = (name: string, unit: string): string => heading(name) + (suffix[unit] ?? '');

/** The number of a table in the paper: `table-07` -> 7. */
export const tableNumber = (id: string): number => Number(id.slice(-2));
