/** The drawing calls a symbol needs; Plot hands in a path of d3, the legend its own. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, start: number, end: number): void;
  closePath(): void;
}

/** A symbol of a given area in square pixels, in the form that Plot takes. */
export interface SymbolShape {
  draw(pen: Pen, size: number): void;
}

function polygon(points: readonly (readonly [number, number])[]): SymbolShape {
  return {
    draw(pen, size) {
      const unit = Math.sqrt(size / Math.PI);
      points.forEach(([x, y], at) =>
        at === 0 ? pen.moveTo(x * unit, y * unit) : pen.lineTo(x * unit, y * unit),
      );
      pen.closePath();
    },
  };
}

const circle: SymbolShape = {
  draw(pen, size) {
    const radius = Math.sqrt(size / Math.PI);
    pen.moveTo(radius, 0);
    pen.arc(0, 0, radius, 0, 2 * Math.PI);
  },
};

const square = polygon([
  [-0.9, -0.9],
  [0.9, -0.9],
  [0.9, 0.9],
  [-0.9, 0.9],
]);
const triangle = polygon([
  [0, -1.3],
  [1.15, 0.8],
  [-1.15, 0.8],
]);
const diamond = polygon([
  [0, -1.35],
  [1.1, 0],
  [0, 1.35],
  [-1.1, 0],
]);
const cross = polygon([
  [-0.4, -1.2],
  [0.4, -1.2],
  [0.4, -0.4],
  [1.2, -0.4],
  [1.2, 0.4],
  [0.4, 0.4],
  [0.4, 1.2],
  [-0.4, 1.2],
  [-0.4, 0.4],
  [-1.2, 0.4],
  [-1.2, -0.4],
  [-0.4, -0.4],
]);
const upended = polygon([
  [0, 1.3],
  [-1.15, -0.8],
  [1.15, -0.8],
]);

export const symbols: readonly [SymbolShape, ...SymbolShape[]] = [
  circle,
  square,
  triangle,
  diamond,
  cross,
  upended,
];

/** The path data of a symbol around (0, 0). */
export function symbolPath(symbol: SymbolShape, size: number): string {
  const out: string[] = [];
  const round = (value: number) => String(Math.round(value * 100) / 100);
  symbol.draw(
    {
      moveTo: (x, y) => out.push(`M${round(x)},${round(y)}`),
      lineTo: (x, y) => out.push(`L${round(x)},${round(y)}`),
      arc: (_x, _y, radius) => {
        const r = round(radius);
        out.push(`A${r},${r},0,1,1,-${r},0A${r},${r},0,1,1,${r},0`);
      },
      closePath: () => out.push('Z'),
    },
    size,
  );
  return out.join('');
}
