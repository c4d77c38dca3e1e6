import { describe, expect, test } from 'vitest';
import { compareCodePoints } from '$lib/serbench/code-point';
import { printFloat, printPythonJson, printString } from '$lib/serbench/python-json';

describe('floats as Python 3.11 prints them', () => {
  test.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [500, '500.0'],
    [0.1, '0.1'],
    [1 / 3, '0.3333333333333333'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [1e-10, '1e-10'],
    [123456789012345680, '1.2345678901234568e+17'],
    [9999999999999998, '9999999999999998.0'],
    [1e16, '1e+16'],
    [1e22, '1e+22'],
    [1e100, '1e+100'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [-2.5, '-2.5'],
  ])('%d', (value, text) => {
    expect(printFloat(value)).toBe(text);
  });
});

describe('strings', () => {
  test.each([
    ['plain', '"plain"'],
    ['"\\/', '"\\"\\\\/"'],
    ['\n\r\t\b\f', '"\\n\\r\\t\\b\\f"'],
    ['\u0000\u001f\u007f', '"\\u0000\\u001f\\u007f"'],
    ['\u00e9', '"\\u00e9"'],
    ['\u{1f9ea}', '"\\ud83e\\uddea"'],
    ['\ud800', '"\\ud800"'],
  ])('%j', (value, text) => {
    expect(printString(value)).toBe(text);
  });
});

test('keys are sorted by code point, not by UTF-16 unit', () => {
  expect(printPythonJson({ '\u{1f600}': 1n, '\uff5e': 2n, b: null, a: true })).toBe(
    '{"a": true, "b": null, "\\uff5e": 2, "\\ud83d\\ude00": 1}',
  );
});

test('whole code points decide, also where a half of a pair stands alone', () => {
  // Python: sorted(..., key=lambda s: [ord(c) for c in s])
  const sorted = [
    '',
    '\ud800',
    '\ud800x',
    '\ud800\ud800',
    '\udc00',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{10001}',
    '\u{1f600}',
  ];
  for (const [i, a] of sorted.entries())
    for (const [j, b] of sorted.entries()) {
      const tail = (text: string) => `p${text}`;
      expect([a, b, Math.sign(compareCodePoints(a, b))]).toEqual([a, b, Math.sign(i - j)]);
      expect([a, b, Math.sign(compareCodePoints(tail(a), tail(b)))]).toEqual([a, b, Math.sign(i - j)]);
    }
});

test('indentation is json.dumps(indent=2)', () => {
  expect(printPythonJson({ b: [1, 'x'], a: {}, c: [] }, 2)).toBe(
    '{\n  "a": {},\n  "b": [\n    1.0,\n    "x"\n  ],\n  "c": []\n}',
  );
});
