import type { LegendItem, SvgNode, View } from './figure';
import { symbolPath } from './symbols';
import { seriesStyle, themeOf } from './theme';
import { FONT_SIZE, textWidth } from './text';
import { node } from './tree';

const KEY = 26;
const GAP = 16;
const ROW = 20;

function key(item: LegendItem, view: View): SvgNode[] {
  const { color, dash, symbol } = seriesStyle(view, item.series);
  if (item.mark === 'bar') return [node('rect', { x: 4, y: -6, width: 14, height: 12, fill: color })];
  const dot = node('path', { d: symbolPath(symbol, 45), fill: color, transform: 'translate(11,0)' });
  if (item.mark === 'dot') return [dot];
  return [node('path', { d: 'M0,0H22', stroke: color, 'stroke-width': 2, 'stroke-dasharray': dash }), dot];
}

/** The legend as rows that fit the width; height 0 without items. */
export function legend(items: readonly LegendItem[], view: View): { height: number; tree: SvgNode } {
  let x = 0;
  let y = 0;
  const entries = items.map((item) => {
    const width = KEY + textWidth(item.label) + GAP;
    if (x > 0 && x + width - GAP > view.width) {
      x = 0;
      y += ROW;
    }
    const label = node('text', { x: KEY, y: 4, 'font-size': FONT_SIZE, fill: themeOf(view).ink }, item.label);
    const entry = node(
      'g',
      { transform: `translate(${String(x)},${String(y + ROW / 2)})` },
      ...key(item, view),
      label,
    );
    x += Math.ceil(width);
    return entry;
  });
  return {
    height: items.length === 0 ? 0 : y + ROW + 4,
    tree: node('g', { 'data-mark': 'legend' }, ...entries),
  };
}
