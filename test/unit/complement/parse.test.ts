import { describe, expect, it } from 'vitest';
import { parseReply } from '$lib/complement/reply/parse';

const ok = (ids: string[], missing = '') => ({ ok: true, body: { ids, missing } });
const no = (reason: string) => ({ ok: false, reason });

describe('parseReply (case 14: JSON in fences)', () => {
  it.each([
    ['a bare object', '{"ids":["a"],"missing":"x"}', ok(['a'], 'x')],
    ['white space around', '\n {"ids":["a"]}\n\n', ok(['a'])],
    ['a json fence', '```json\n{"ids":["a"],"missing":""}\n```', ok(['a'])],
    ['a plain fence', '```\n{"ids":["a"]}\n```', ok(['a'])],
    ['fence and object on one line', '```json {"ids":["a"]} ```', ok(['a'])],
    [
      'three backticks and the word json in a string',
      '```json\n{"ids":["a"],"missing":"see ```json {} ``` here"}\n```',
      ok(['a'], 'see ```json {} ``` here'),
    ],
    ['single backticks in a bare object', '{"ids":["`a`"],"missing":"`b`"}', ok(['`a`'], '`b`')],
    ['a shell block, then an object', '```sh\nls\n```\n{"ids":["a"]}', no('not JSON')],
    ['a json block, then prose', '```json\n{"ids":["a"]}\n```\nDone.', no('not JSON')],
    ['prose, then an object', 'Here it is: {"ids":["a"]}', no('not JSON')],
    ['an object, then prose', '{"ids":["a"]} That is all.', no('not JSON')],
    ['an array', '["a"]', no('not JSON')],
    ['wrong shape', '{"ids":"a"}', no('wrong shape')],
    ['numbers as ids', '{"ids":[1,2]}', no('wrong shape')],
    ['no ids', '{"units":["a"]}', no('wrong shape')],
    ['the ids twice', '{"ids":["a"],"ids":["b"]}', no('ambiguous')],
    ['the ids twice, once escaped', '{"ids":["a"],"\\u0069ds":["a"],"missing":""}', no('ambiguous')],
    ['a key twice, deep inside', '{"ids":["a"],"notes":[{"x":1,"x":1}]}', no('ambiguous')],
    ['a key twice, in a fence', '```json\n{"ids":["a"],"missing":"x","missing":"y"}\n```', no('ambiguous')],
    ['equal keys of two objects', '{"ids":["a"],"p":{"x":1},"q":{"x":1}}', ok(['a'])],
    ['deeper than is read', `{"ids":["a"],"deep":${'['.repeat(600)}${']'.repeat(600)}}`, no('not JSON')],
    ['nothing', '', no('empty')],
    ['white space', ' \n', no('empty')],
  ])('%s', (_name, reply, expected) => {
    expect(parseReply(reply, 'stop')).toEqual(expected);
  });
});

describe('parseReply (case 15: cut replies)', () => {
  it.each(['stop', 'unknown', 'length'] as const)('an object cut inside, finish %s', (finish) => {
    expect(parseReply('{"ids":["E1","E2"', finish)).toEqual(no('cut'));
  });
  it('a complete object with finish length', () => {
    expect(parseReply('{"ids":["E1"]}', 'length')).toEqual(no('cut'));
  });
  it('every proper prefix of an object is cut, empty or refused, never used', () => {
    const whole = '{"ids":["E1","E\\"2"],"missing":"a } b"}';
    for (let end = 0; end < whole.length; end += 1) {
      const parsed = parseReply(whole.slice(0, end), 'unknown');
      expect(parsed, whole.slice(0, end)).toEqual(no(end === 0 ? 'empty' : 'cut'));
    }
  });
  it('a fence that never closes', () => {
    expect(parseReply('```json\n{"ids":["E1"', 'unknown')).toEqual(no('cut'));
    expect(parseReply('```json\n{"ids":["E1"]}', 'unknown')).toEqual(no('cut'));
  });
  it('a reply that the provider filtered', () => {
    expect(parseReply('', 'filter')).toEqual(no('refused'));
  });
});

describe('parseReply with reasoning blocks', () => {
  it.each([
    ['a think block', '<think>First {"ids":["no"]}</think>\n{"ids":["a"]}', ok(['a'])],
    ['two blocks', '<think>x</think><reasoning>y</reasoning>{"ids":["a"]}', ok(['a'])],
    ['a block before a fence', '<thinking>hm</thinking>\n```json\n{"ids":["a"]}\n```', ok(['a'])],
    ['a lone closing tag', 'Let me see. ```x```</think>{"ids":["a"]}', ok(['a'])],
    [
      'a closing tag inside a string of the answer',
      '{"ids":["a"],"missing":"</think>"}',
      ok(['a'], '</think>'),
    ],
    ['an open block', '<think>still thinking {"ids":["no"]}', no('cut')],
    ['only a block', '<think>done</think>', no('empty')],
    ['an object before a lone closing tag', '{"ids":["E1"]}\n</thinking>\n{"ids":["E2"]}', ok(['E2'])],
    [
      'a fenced object before a lone closing tag',
      '```json\n{"ids":["E1"]}\n```\n</think>\n{"ids":["E2"]}',
      ok(['E2']),
    ],
    ['a fence of prose before it', '```\nhm\n```</think>{"ids":["E2"]}', ok(['E2'])],
    [
      'a closing tag inside a string, blanks around',
      '{"ids":["E1"],"missing":"a </thinking> b"}',
      ok(['E1'], 'a </thinking> b'),
    ],
    [
      'a closing tag inside a string in a fence',
      '```json\n{"ids":["E1"],"missing":"a </think> b"}\n```',
      ok(['E1'], 'a </think> b'),
    ],
    ['two lone closing tags', 'One. </think> Two. </THINK>{"ids":["a"]}', ok(['a'])],
    ['letters that grow in lower case', '<think>İİİİ</think>{"ids":["a"]}', ok(['a'])],
    ['such letters before a lone tag', 'İİİİ</Thinking>{"ids":["İ"]}', ok(['İ'])],
    ['tags in capitals', '<THINK>x</Think>{"ids":["a"]}', ok(['a'])],
    ['another block’s closing tag inside', '<think>x</reasoning>y</think>{"ids":["a"]}', ok(['a'])],
  ])('%s', (_name, reply, expected) => {
    expect(parseReply(reply, 'stop')).toEqual(expected);
  });
});

describe('parseReply of very long replies', () => {
  const long = 1_000_000;
  // Each took minutes when the rest was read anew for every tag.
  it.each([
    ['blocks', '<think></think>', no('empty')],
    ['blocks with text', '<think>İ</think>', no('empty')],
    ['open tags', '<think>', no('cut')],
    ['lone closing tags', 'x</think>', no('empty')],
    ['objects before closing tags', '{"a":"b"}</think>', no('empty')],
    ['open braces', '{', no('cut')],
    ['blanks', ' ', no('empty')],
  ])('%s', (_name, piece, expected) => {
    expect(parseReply(piece.repeat(Math.ceil(long / piece.length)), 'stop')).toEqual(expected);
  });
});
