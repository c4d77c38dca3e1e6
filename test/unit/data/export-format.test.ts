import { describe, expect, test } from 'vitest';
import { parseExport } from '$lib/data/storage/format';

const header = '{"format":"complement-export","version":1}';
const run = {
  key: 'k',
  splitKey: 'demo',
  method: 'm',
  origin: 'file:x',
  configurationHash: null,
  configuration: null,
  rows: [{ state_id: 's', method: 'm', ranked_evidence_ids: ['a'] }],
  failed: [],
  addedAt: 'now',
};

describe('an export file', () => {
  test('reads back all of its lines', () => {
    const lines = [
      { store: 'runs', value: run },
      { store: 'calls', value: { key: 'c', runKey: 'k', call: { any: 1 } } },
      { store: 'settings', key: 'draft', value: 'x' },
    ];
    const text = [header, ...lines.map((line) => JSON.stringify(line)), ''].join('\n');
    expect(parseExport(text)).toEqual({ lines, faults: [] });
  });

  test('a run keeps its label and accounting; their absence, as in exports of before, is no fault', () => {
    const accounting = {
      states: 25,
      calls: 50,
      attempts: 52,
      fallbackStates: 3,
      fallbackCalls: 4,
      normalisedCalls: 1,
      shortCalls: 2,
      filledCalls: 2,
      inputTokens: 1000,
      outputTokens: 100,
      cost: null,
      latencyMs: 2500.5,
      contextTokens: 900,
      returnedSizes: { '5': 25 },
    };
    const value = { ...run, label: 'm (2)', accounting };
    const text = [header, JSON.stringify({ store: 'runs', value }), ''].join('\n');
    expect(parseExport(text)).toEqual({ lines: [{ store: 'runs', value }], faults: [] });
    const bad = { ...value, accounting: { ...accounting, fallbackStates: -1 } };
    expect(
      parseExport([header, JSON.stringify({ store: 'runs', value: bad }), ''].join('\n')).faults[0]?.message,
    ).toContain('fallbackStates');
  });

  test.each([
    ['', 'header'],
    ['{"format":"other","version":1}', 'format'],
    ['{"format":"complement-export","version":2}', 'version'],
    [`${header}\nnonsense`, 'not JSON'],
    [`${header}\n{"store":"secrets","value":{"key":"k"}}`, 'store'],
    [`${header}\n${JSON.stringify({ store: 'runs', value: { ...run, rows: [{ state_id: 1 }] } })}`, 'rows'],
  ])('%j is refused with its line', (text, words) => {
    const { faults } = parseExport(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain(words);
    expect(faults[0]?.line).toBe(text.split('\n').length);
  });
});
