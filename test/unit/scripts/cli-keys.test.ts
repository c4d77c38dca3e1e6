import { describe, expect, it } from 'vitest';
import { KEY_VARIABLE, keysFrom } from '../../../scripts/cli/complement/keys';

const [ONE, TWO] = ['https://one.example', 'https://two.example:8443'];
const URLS = [`${ONE}/v1`, '', `${ONE}/other`, `${TWO}/v1`];
const KEY = 'sk-first-key-of-all';

describe('keys of the command line', () => {
  it('a key goes to the first origin alone, and the others are named', () => {
    const { keys, warnings } = keysFrom(URLS, undefined, { [KEY_VARIABLE]: KEY });
    expect(keys).toEqual({ [ONE]: KEY });
    expect(warnings).toEqual([expect.stringContaining(`--key-env ${TWO}=NAME`)]);
    expect(keysFrom(URLS, 'MINE', { MINE: KEY, [KEY_VARIABLE]: 'other' }).keys).toEqual({ [ONE]: KEY });
  });
  it('each origin takes its own', () => {
    const env = { A: KEY, B: 'sk-second-key' };
    expect(keysFrom(URLS, `${ONE}=A, ${TWO}/v1=B`, env)).toEqual({
      keys: { [ONE]: KEY, [TWO]: 'sk-second-key' },
      warnings: [],
    });
    expect(keysFrom(URLS, `${TWO}=B`, env).keys).toEqual({ [TWO]: 'sk-second-key' });
  });
  it('refuses an origin that is not called and a variable that is not set', () => {
    expect(() => keysFrom(URLS, 'https://three.example=A', { A: KEY })).toThrow('https://three.example');
    expect(() => keysFrom(URLS, 'GONE', {})).toThrow('GONE');
    expect(keysFrom(URLS, undefined, {})).toEqual({ keys: {}, warnings: [] });
  });
  it('warns of a key too short to blank, without showing it', () => {
    const { warnings } = keysFrom([`${ONE}/v1`], undefined, { [KEY_VARIABLE]: 'zq7' });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('3 characters');
    expect(warnings[0]).not.toContain('zq7');
  });
});
