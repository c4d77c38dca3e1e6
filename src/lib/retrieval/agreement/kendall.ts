import type { Order } from '../rank';

/**
 * Kendall's tau-b over the units that either order holds; units that an order lacks stand tied behind its last.
 * Null when fewer than two units are held or one side ties everything.
 */
export function kendallTau(a: Order, b: Order): number | null {
  const units = [...new Set([...a, ...b])];
  const placeA = places(a);
  const placeB = places(b);
  const x = units.map((unit) => placeA.get(unit) ?? a.length);
  const y = units.map((unit) => placeB.get(unit) ?? b.length);
  let agreed = 0;
  let tiedA = 0;
  let tiedB = 0;
  let pairs = 0;
  for (let i = 0; i < units.length; i += 1) {
    for (let j = i + 1; j < units.length; j += 1) {
      const dx = Math.sign((x[i] ?? 0) - (x[j] ?? 0));
      const dy = Math.sign((y[i] ?? 0) - (y[j] ?? 0));
      agreed += dx * dy;
      if (dx === 0) tiedA += 1;
      if (dy === 0) tiedB += 1;
      pairs += 1;
    }
  }
  const norm = Math.sqrt((pairs - tiedA) * (pairs - tiedB));
  return norm === 0 ? null : agreed / norm;
}

const places = (order: Order): Map<number, number> => new Map(order.map((unit, place) => [unit, place]));
