import { describe, expect, it } from 'vitest';
import { cardLine, makeCard } from '$lib/complement/cards';
import { cutTo } from '$lib/complement/cut';
import { stateLines } from '$lib/complement/state-text';
import { PUBLISHED_LIMITS } from '$lib/complement/config/defaults';
import { fillTemplate } from '$lib/complement/prompts/template';
import { makeState, makeUnit } from './fixtures';

describe('cards', () => {
  it('hold path, lines and symbol, and at most the limit in characters, cut marked and counted', () => {
    const unit = { ...makeUnit(1, 'x'.repeat(2000)), symbol: 'f1' };
    const card = makeCard(unit, 280);
    expect(Array.from(card.text)).toHaveLength(280);
    expect(card.text.startsWith('src/m1.py:1-3 f1\nxxx')).toBe(true);
    expect(card.text.endsWith(' […]')).toBe(true);
    expect(card.cut).toBe(2017 - 276);
    expect(cardLine(card)).toMatchObject({ id: 'evidence-0001', cut: card.cut });
  });
  it('are whole when they fit or are uncut', () => {
    expect(makeCard(makeUnit(1), 760)).toMatchObject({ cut: 0 });
    expect(makeCard(makeUnit(1, 'y'.repeat(2400)), null)).toMatchObject({ cut: 0 });
  });
  it('never split a character', () => {
    expect(cutTo('😀'.repeat(10), 8)).toEqual({ text: '😀😀😀😀 […]', cut: 6 });
    expect(cutTo('😀'.repeat(8), 8)).toEqual({ text: '😀'.repeat(8), cut: 0 });
    expect(cutTo('abcdef', 2)).toEqual({ text: ' [', cut: 6 });
  });
});

describe('the state in a prompt', () => {
  it('leaves empty fields out and says what was cut', () => {
    const lines = stateLines(makeState(0, { issue: 'i'.repeat(7000) }), PUBLISHED_LIMITS.state);
    expect(lines.map((line) => line.field)).not.toContain('patch so far');
    expect(lines.find((line) => line.field === 'issue')).toMatchObject({ cut: 7000 - 5996 });
  });
});

describe('templates', () => {
  it('are filled in one pass', () => {
    expect(fillTemplate('{{state}}|{{maximum}}|{{other}}', { state: '{{maximum}}', maximum: '8' })).toBe(
      '{{maximum}}|8|{{other}}',
    );
  });
});
