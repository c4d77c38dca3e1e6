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
