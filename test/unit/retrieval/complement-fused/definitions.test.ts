import { describe, expect, test } from 'vitest';
import { definedNames } from '$lib/retrieval/complement-fused/definitions';

const names = (text: string) => [...definedNames(text)];

describe('names that a text defines', () => {
  test.each([
    ['    def parse_header(self, line):', 'parse_header'],
    ['class Reader(Base):', 'Reader'],
    ['export default async function loadAll() {', 'loadAll'],
    ['func (c *Client) Send(ctx context.Context) error {', 'Send'],
    ['pub fn read_all(&mut self) -> Result<()> {', 'read_all'],
    ['pub(crate) struct Cursor<T> {', 'Cursor'],
    ['export const encodeRows = (rows: Row[]) => rows;', 'encodeRows'],
    ['let limit: number = 4;', 'limit'],
    ['#define MAX_DEPTH 12', 'MAX_DEPTH'],
    ['  public static int countLines(String text) {', 'countLines'],
    ['  addUnit(unit) {', 'addUnit'],
    ['defmodule Plug.Router do', undefined],
  ])('%s', (line, name) => {
    expect(names(line)).toEqual(name === undefined ? [] : [name]);
  });

  test.each([
    '  if (ready(now)) {',
    'return build(first) {',
    '} else if (other(now)) {',
    '// function notHere() {',
    '# def not_here',
    ' * class NotHere',
    'items.map((item) => {',
    'call(first, second);',
    'def go(x):',
    `function far${'r'.repeat(300)}() {`,
  ])('none in: %s', (line) => {
    expect(names(line)).toEqual([]);
  });

  test('each once, in the order of the text', () => {
    expect(names('def beta_one():\r\n  pass\ndef alpha():\n\ndef beta_one():')).toEqual([
      'beta_one',
      'alpha',
    ]);
  });
});
