/** A text cut to a number of characters (code points), and how many were left out. */
export interface Cut {
  text: string;
  cut: number;
}

const MARK = ' […]';

/** Cuts to `limit` code points, the mark included; never splits a surrogate pair. `null` cuts nothing. */
export function cutTo(text: string, limit: number | null): Cut {
  if (limit === null || text.length <= limit) return { text, cut: 0 };
  const points = Array.from(text);
  if (points.length <= limit) return { text, cut: 0 };
  const kept = Math.max(0, limit - MARK.length);
  const mark = MARK.slice(0, limit - kept);
  return { text: points.slice(0, kept).join('') + mark, cut: points.length - kept };
}
